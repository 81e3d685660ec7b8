#pragma once

#include "store/records.hpp"

#include <string>

namespace orrery::cmd {

/// Shows times of operations as Juju does (A44): whole seconds, in the system's zone or in UTC. A
/// time of 0, which has not come yet, is an empty text.
class GoTimes {
public:
  explicit GoTimes(bool utc) : utc_(utc) {}
  /// `2026-08-22 12:00:00 +0200 CEST`, or `2026-08-22 10:00:00 +0000 UTC`.
  [[nodiscard]] std::string full(store::Milliseconds time) const;
  /// `2026-08-22T12:00:00`
  [[nodiscard]] std::string short_form(store::Milliseconds time) const;
  /// `12:00:00`
  [[nodiscard]] std::string of_day(store::Milliseconds time) const;

private:
  [[nodiscard]] std::string text(store::Milliseconds time, const char* form) const;
  bool utc_ = false;
};

} // namespace orrery::cmd
