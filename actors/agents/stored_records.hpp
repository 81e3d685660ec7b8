#pragma once

#include "store/codec.hpp"
#include "store/database.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::agents {

/// Reads records one by one; the first that cannot be read is told, and nothing is found after it.
class StoredRecords {
public:
  explicit StoredRecords(const store::Snapshot& snapshot) : snapshot_(snapshot) {}

  /// Nothing if there is none.
  template <class Record>
  std::optional<Record> get(const store::Key& key) {
    if (!fault_.empty())
      return std::nullopt;
    const auto bytes = snapshot_.get(key);
    if (!bytes) {
      fault_ = bytes.error().text;
      return std::nullopt;
    }
    return *bytes ? decoded<Record>(key, **bytes) : std::nullopt;
  }

  /// Calls `visit` with each record whose key begins so.
  template <class Record, class Visit>
  void each(const store::Key& prefix, const Visit& visit) {
    if (!fault_.empty())
      return;
    const auto scanned = snapshot_.scan(prefix, [&](std::string_view key, std::string_view bytes) {
      const auto record = decoded<Record>(key, bytes);
      if (record)
        visit(*record);
      return record.has_value();
    });
    if (!scanned)
      fault_ = scanned.error().text;
  }

  /// Returns the first record whose key begins so; nothing if there is none.
  template <class Record>
  std::optional<Record> first(const store::Key& prefix) {
    std::optional<Record> found;
    if (!fault_.empty())
      return found;
    const auto scanned = snapshot_.scan(prefix, [&](std::string_view key, std::string_view bytes) {
      found = decoded<Record>(key, bytes);
      return false;
    });
    if (!scanned)
      fault_ = scanned.error().text;
    return found;
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

private:
  template <class Record>
  std::optional<Record> decoded(std::string_view key, std::string_view bytes) {
    auto record = store::decode(key, bytes);
    if (record)
      if (auto* const held = std::get_if<Record>(&*record))
        return std::move(*held);
    fault_ = record ? "a record is of another kind than its key" : record.error().what;
    return std::nullopt;
  }

  const store::Snapshot& snapshot_;
  std::string fault_;
};

} // namespace orrery::agents
