#include "cmd/render/time_format.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace orrery::render {
namespace {

constexpr store::Milliseconds latest = 253'402'300'799'000; ///< 31 Dec 9999 23:59:59.

struct Parts {
  int year = 0;
  unsigned month = 0, day = 0;
  int hour = 0, minute = 0, second = 0;
  std::string zone; ///< `Z`, `+02:00`.
};

std::string zone_text(std::chrono::seconds offset) {
  const auto minutes = static_cast<int>(offset.count() / 60);
  if (minutes == 0)
    return "Z";
  char text[16];
  std::snprintf(text, sizeof text, "%c%02d:%02d", minutes < 0 ? '-' : '+',
                std::abs(minutes) / 60 % 100, std::abs(minutes) % 60);
  return text;
}

Parts parts(store::Milliseconds time, const TimeFormat& format) {
  using std::chrono::floor;
  time = std::clamp<store::Milliseconds>(time, 0, latest);
  std::chrono::seconds offset{0};
  if (!format.utc && format.zone)
    offset =
      std::clamp(format.zone(time), std::chrono::seconds{-86'400}, std::chrono::seconds{86'400});
  const std::chrono::sys_seconds local{floor<std::chrono::seconds>(std::chrono::milliseconds{time})
                                       + offset};
  const auto day = floor<std::chrono::days>(local);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{local - day};
  return {static_cast<int>(date.year()),
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          static_cast<int>(clock.hours().count()),
          static_cast<int>(clock.minutes().count()),
          static_cast<int>(clock.seconds().count()),
          zone_text(offset)};
}

std::string clock_text(const Parts& at) {
  char text[48];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d", at.hour, at.minute, at.second);
  return text + at.zone;
}

} // namespace

std::string TimeFormat::full(store::Milliseconds time) const {
  static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const Parts at = parts(time, *this);
  char date[48];
  if (utc)
    std::snprintf(date, sizeof date, "%04d-%02u-%02u ", at.year, at.month, at.day);
  else
    std::snprintf(date, sizeof date, "%02u %s %04d ", at.day, months[at.month - 1], at.year);
  return date + clock_text(at);
}

std::string TimeFormat::of_day(store::Milliseconds time) const {
  return clock_text(parts(time, *this));
}

} // namespace orrery::render
