#pragma once

#include "store/contents.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string_view>

namespace orrery::explain {

/// Some records of one snapshot, each read once. After a fault nothing more is read.
class PartialReading {
public:
  /// The snapshot must outlive it.
  explicit PartialReading(const store::Snapshot& snapshot);

  /// Reads the record with that key; one that is not there stays out.
  void read(const store::Key& key);
  /// Reads at most that many, the first in the order of their keys.
  void read_first(std::string_view prefix, std::size_t most);
  /// Reads those that are wanted in the order of their keys, and looks at no more once it has so
  /// many.  @param wanted may note something in a record before it is kept
  void read_wanted(std::string_view prefix,
                   std::size_t most,
                   const std::function<bool(store::Record&)>& wanted);

  /// Reads those whose keys end so. No other one is decoded.
  void read_ending(std::string_view prefix, std::string_view ending);
  /// @returns the first record, which is not kept; nothing if there is none. Of a whole key: its
  /// own.
  [[nodiscard]] std::optional<store::Record> first(std::string_view prefix);

  /// Whether it has been read, or looked for in vain.
  [[nodiscard]] bool has_read(const store::Key& key) const { return read_.contains(key); }
  [[nodiscard]] const store::Contents& contents() const { return contents_; }
  [[nodiscard]] store::Contents take() { return std::move(contents_); }
  [[nodiscard]] const std::optional<store::StoreError>& fault() const { return fault_; }
  /// The first fault stays.
  void fail(const store::StoreError& fault);

private:
  [[nodiscard]] std::optional<store::Record> decoded(std::string_view key, std::string_view value);
  void scan(std::string_view prefix,
            const std::function<bool(std::string_view key, std::string_view value)>& visit);

  const store::Snapshot& snapshot_;
  store::Contents contents_;
  std::set<store::Key> read_;
  std::optional<store::StoreError> fault_;
};

} // namespace orrery::explain
