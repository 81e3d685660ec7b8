#pragma once

#include "config/json_writer.hpp"
#include "config/sha256.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace orrery::simulate {

/// A line of the trace: a JSON object, its time first; then of which model it tells, if there are
/// several.
class TraceLine {
public:
  TraceLine(store::Milliseconds time, std::string_view event, std::string_view model = {});
  TraceLine(const TraceLine&) = delete;
  TraceLine& operator=(const TraceLine&) = delete;
  TraceLine& text(std::string_view key, std::string_view value);
  TraceLine& number(std::string_view key, std::uint64_t value);
  TraceLine& flag(std::string_view key, bool value);
  /// A value that is JSON already.
  TraceLine& raw(std::string_view key, std::string_view json);
  /// The line, with its newline; nothing can be added afterwards.
  [[nodiscard]] const std::string& finish();

private:
  std::string line_;
  config::JsonWriter writer_{line_};
};

/// Trace of a run, an event a line, and a digest of all of it: two runs with the same
/// digest were the same.
class Trace {
public:
  using Writer = std::function<void(std::string_view line)>;

  /// @param writer gets each line with its newline; empty: nobody does.
  explicit Trace(Writer writer) : writer_(std::move(writer)) {}

  void add(TraceLine& line);
  void add(TraceLine&& line) { add(line); }
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  /// Returns the digest of all lines; nothing can be added afterwards.
  [[nodiscard]] std::string digest() { return sum_.finish(); }

private:
  Writer writer_;
  config::Sha256 sum_;
  std::uint64_t lines_ = 0;
};

} // namespace orrery::simulate
