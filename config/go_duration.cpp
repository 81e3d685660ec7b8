#include "config/go_duration.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace orrery::config {

namespace {

struct DurationUnit {
  std::string_view name;
  double nanoseconds;
};

/// Longer names before those that they begin with.
constexpr DurationUnit duration_units[] = {{"ns", 1},  {"us", 1e3}, {"µs", 1e3},  {"ms", 1e6},
                                           {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};

/// Takes one `1.5h` off the front. @returns its nanoseconds.
std::optional<double> take_part(std::string_view& text) {
  const auto digits = text.find_first_not_of("0123456789.");
  if (digits == 0 || digits == std::string_view::npos)
    return std::nullopt;
  double count = 0;
  const auto read =
    std::from_chars(text.data(), text.data() + digits, count, std::chars_format::fixed);
  if (read.ec != std::errc{} || read.ptr != text.data() + digits)
    return std::nullopt;
  text.remove_prefix(digits);
  for (const DurationUnit& unit : duration_units)
    if (text.starts_with(unit.name)) {
      text.remove_prefix(unit.name.size());
      return count * unit.nanoseconds;
    }
  return std::nullopt;
}

} // namespace

std::optional<std::chrono::nanoseconds> parse_go_duration(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  if (text == "0")
    return std::chrono::nanoseconds{0};
  double total = 0;
  do {
    const auto part = take_part(text);
    if (!part)
      return std::nullopt;
    total += *part;
  } while (!text.empty());
  if (total >= 9.2e18) // some 292 years
    return std::nullopt;
  const auto count = static_cast<std::int64_t>(std::round(total));
  return std::chrono::nanoseconds{negative ? -count : count};
}

} // namespace orrery::config
