#include "cmd/session/go_times.hpp"

#include <array>
#include <ctime>

namespace orrery::cmd {

std::string GoTimes::text(store::Milliseconds time, const char* form) const {
  if (time == 0)
    return {};
  const auto seconds = static_cast<std::time_t>(time / 1000);
  std::tm parts{};
  if ((utc_ ? ::gmtime_r(&seconds, &parts) : ::localtime_r(&seconds, &parts)) == nullptr)
    return {};
  std::array<char, 128> shown{};
  const std::size_t size = std::strftime(shown.data(), shown.size(), form, &parts);
  return {shown.data(), size};
}

/// A44
std::string GoTimes::full(store::Milliseconds time) const {
  return text(time, utc_ ? "%Y-%m-%d %H:%M:%S +0000 UTC" : "%Y-%m-%d %H:%M:%S %z %Z");
}

std::string GoTimes::short_form(store::Milliseconds time) const {
  return text(time, "%Y-%m-%dT%H:%M:%S");
}

std::string GoTimes::of_day(store::Milliseconds time) const {
  return text(time, "%H:%M:%S");
}

} // namespace orrery::cmd
