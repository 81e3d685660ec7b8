#pragma once

#include "store/records.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace orrery::render {

/// How far local time is ahead of UTC at a time; the caller asks the system, this folder does not.
using Zone = std::function<std::chrono::seconds(store::Milliseconds)>;

/// How times are shown.
struct TimeFormat {
  bool utc = false; ///< ISO order and UTC, as `status --utc` has it.
  Zone zone;        ///< Local time; UTC if empty.

  /// `22 Aug 2026 10:00:00Z`, or `22 Aug 2026 12:00:00+02:00` in a zone, or `2026-08-22 10:00:00Z`
  /// with `utc`.
  [[nodiscard]] std::string full(store::Milliseconds time) const;
  /// `10:00:00Z`, or `12:00:00+02:00` in a zone.
  [[nodiscard]] std::string of_day(store::Milliseconds time) const;
};

/// Writes out many times, of which those that follow one another often lie within a second.
class Times {
public:
  /// The format must outlive it.
  explicit Times(const TimeFormat& format) : format_(format) {}
  /// Returns what TimeFormat::full does; valid until the next call.
  [[nodiscard]] const std::string& full(store::Milliseconds time);

private:
  const TimeFormat& format_;
  store::Milliseconds second_ = -1;
  std::string text_;
};

} // namespace orrery::render
