#include "config/secret_times.hpp"

#include "config/go_duration.hpp"
#include "config/printable.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>

namespace orrery::config {

namespace {

namespace ch = std::chrono;

struct RotatePolicy {
  std::string_view name;
  int hours;
  int days;
  int months;
};

constexpr std::array<RotatePolicy, 7> rotate_policies{{{"never", 0, 0, 0},
                                                       {"hourly", 1, 0, 0},
                                                       {"daily", 0, 1, 0},
                                                       {"weekly", 0, 7, 0},
                                                       {"monthly", 0, 0, 1},
                                                       {"quarterly", 0, 0, 3},
                                                       {"yearly", 0, 0, 12}}};

const RotatePolicy* find_policy(std::string_view name) {
  for (const RotatePolicy& policy : rotate_policies)
    if (policy.name == name)
      return &policy;
  return nullptr;
}

/// Takes a number of so many digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9')
      return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take_mark(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted)
    return false;
  text.remove_prefix(1);
  return true;
}

/// Seconds that a zone is ahead of UTC: none, `Z`, `+02:00`.
std::optional<int> take_zone(std::string_view& text) {
  if (text.empty() || take_mark(text, 'Z'))
    return text.empty() ? std::optional(0) : std::nullopt;
  const int sign = text.front() == '-' ? -1 : 1;
  if (text.front() != '+' && text.front() != '-')
    return std::nullopt;
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2);
  if (!hours || !take_mark(text, ':'))
    return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || *hours > 23 || *minutes > 59 || !text.empty())
    return std::nullopt;
  return sign * (*hours * 3600 + *minutes * 60);
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  std::array<int, 6> parts{};
  constexpr std::string_view between = "--T::";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = take_digits(text, i == 0 ? 4 : 2);
    if (!part || (i < between.size() && !take_mark(text, between[i])))
      return std::nullopt;
    parts[i] = *part;
  }
  const auto [year, month, day, hour, minute, second] = parts;
  if (take_mark(text, '.'))
    while (!text.empty() && text.front() >= '0' && text.front() <= '9')
      text.remove_prefix(1); // times are kept to the second (SE8)
  const auto zone = take_zone(text);
  const ch::year_month_day date{ch::year{year}, ch::month{static_cast<unsigned>(month)},
                                ch::day{static_cast<unsigned>(day)}};
  if (!zone || !date.ok() || hour > 23 || minute > 59 || second > 59)
    return std::nullopt;
  const ch::seconds since = ch::sys_days{date}.time_since_epoch() + ch::hours{hour}
                            + ch::minutes{minute} + ch::seconds{second - *zone};
  return ch::milliseconds{since}.count();
}

} // namespace

std::string secret_time_text(std::int64_t time) {
  const ch::sys_seconds at{ch::floor<ch::seconds>(ch::milliseconds{time})};
  const auto day = ch::floor<ch::days>(at);
  const ch::year_month_day date{day};
  const ch::hh_mm_ss clock{at - day};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text.data();
}

bool is_rotate_policy(std::string_view text) {
  return find_policy(text) != nullptr;
}

std::int64_t rotation_after(std::string_view policy, std::int64_t from) {
  const RotatePolicy* const found = find_policy(policy);
  if (found == nullptr || found->name == "never")
    return 0;
  const ch::sys_seconds begin{ch::floor<ch::seconds>(ch::milliseconds{from})};
  const auto day = ch::floor<ch::days>(begin);
  const ch::year_month_day date{day};
  const ch::year_month month = date.year() / date.month() + ch::months{found->months};
  // The day counts from the month's first, so that 31 January and a month is 3 March.
  const ch::sys_days later = ch::sys_days{month / ch::day{1}}
                             + ch::days{static_cast<int>(static_cast<unsigned>(date.day())) - 1}
                             + ch::days{found->days};
  const ch::sys_seconds due = later + (begin - day) + ch::hours{found->hours};
  return ch::milliseconds{due.time_since_epoch()}.count();
}

tl::expected<std::int64_t, std::string> parse_secret_expiry(const std::string& text,
                                                            std::int64_t now) {
  const std::string shown = "\"" + printable(text.substr(0, 100)) + "\"";
  if (const auto time = parse_time(text))
    return *time;
  const auto duration = parse_go_duration(text);
  if (!duration)
    return tl::unexpected("expire time or duration " + shown + " not valid");
  if (*duration <= ch::nanoseconds{0})
    return tl::unexpected("negative expire duration " + shown + " not valid");
  const auto after = ch::milliseconds{now} + ch::duration_cast<ch::milliseconds>(*duration);
  return after.count() / 1000 * 1000;
}

} // namespace orrery::config
