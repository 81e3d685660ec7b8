#include "config/quantity.hpp"

#include <charconv>
#include <iterator>
#include <limits>
#include <span>
#include <system_error>

namespace orrery::config {

namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr Unit time_units[] = {{"ms", 1}, {"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}};
constexpr Unit size_units[] = {
  {"B", 1}, {"KiB", 1ULL << 10U}, {"MiB", 1ULL << 20U}, {"GiB", 1ULL << 30U}};

std::optional<std::uint64_t> parse_quantity(std::string_view text, std::span<const Unit> units) {
  std::uint64_t number = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc{})
    return std::nullopt;
  const std::string_view name{read.ptr, static_cast<std::size_t>(end - read.ptr)};
  for (const auto& unit : units) {
    if (unit.name != name)
      continue;
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (number > most / unit.factor)
      return std::nullopt;
    return number * unit.factor;
  }
  return std::nullopt;
}

} // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const auto count = parse_quantity(text, time_units);
  if (!count)
    return std::nullopt;
  return std::chrono::milliseconds{static_cast<std::int64_t>(*count)};
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  return parse_quantity(text, size_units);
}

std::string duration_text(std::chrono::milliseconds duration) {
  const auto count = static_cast<std::uint64_t>(duration.count());
  const auto* best = std::begin(time_units);
  for (const auto& unit : time_units)
    if (count != 0 && count % unit.factor == 0)
      best = &unit;
  return std::to_string(count / best->factor) + std::string{best->name};
}

} // namespace orrery::config
