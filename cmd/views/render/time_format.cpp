#include "cmd/views/render/time_format.hpp"

#include <algorithm>
#include <cstdlib>

namespace orrery::render {
namespace {

constexpr store::Milliseconds latest = 253'402'300'799'000; ///< 31 Dec 9999 23:59:59.

struct Parts {
  unsigned year = 0, month = 0, day = 0;
  unsigned hour = 0, minute = 0, second = 0;
  std::string zone; ///< `Z`, `+02:00`.
};

/// Appends a number of two digits, which most are, or of four.
void append_digits(std::string& text, unsigned number, unsigned width = 2) {
  if (width > 2)
    append_digits(text, number / 100, width - 2);
  text += static_cast<char>('0' + number / 10 % 10);
  text += static_cast<char>('0' + number % 10);
}

std::string zone_text(std::chrono::seconds offset) {
  const auto minutes = static_cast<int>(offset.count() / 60);
  if (minutes == 0)
    return "Z";
  std::string text(1, minutes < 0 ? '-' : '+');
  append_digits(text, static_cast<unsigned>(std::abs(minutes)) / 60);
  text += ':';
  append_digits(text, static_cast<unsigned>(std::abs(minutes)) % 60);
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
  return {static_cast<unsigned>(static_cast<int>(date.year())),
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          static_cast<unsigned>(clock.hours().count()),
          static_cast<unsigned>(clock.minutes().count()),
          static_cast<unsigned>(clock.seconds().count()),
          zone_text(offset)};
}

void append_clock(std::string& text, const Parts& at) {
  append_digits(text, at.hour);
  text += ':';
  append_digits(text, at.minute);
  text += ':';
  append_digits(text, at.second);
  text += at.zone;
}

} // namespace

std::string TimeFormat::full(store::Milliseconds time) const {
  static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const Parts at = parts(time, *this);
  std::string text;
  text.reserve(32);
  append_digits(text, utc ? at.year : at.day, utc ? 4 : 2);
  text += utc ? '-' : ' ';
  if (utc)
    append_digits(text, at.month);
  else
    text += months[at.month - 1];
  text += utc ? '-' : ' ';
  append_digits(text, utc ? at.day : at.year, utc ? 2 : 4);
  text += ' ';
  append_clock(text, at);
  return text;
}

const std::string& Times::full(store::Milliseconds time) {
  const store::Milliseconds second = std::max<store::Milliseconds>(time, 0) / 1000;
  if (second != second_)
    text_ = format_.full(time);
  second_ = second;
  return text_;
}

std::string TimeFormat::of_day(store::Milliseconds time) const {
  std::string text;
  append_clock(text, parts(time, *this));
  return text;
}

} // namespace orrery::render
