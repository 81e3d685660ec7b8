#include "cmd/conditions/duration.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace orrery::cmd::console {

namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> unit_table{
  {{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};

} // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{})
    return std::nullopt;
  const auto unit = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const auto& [name, milliseconds] : unit_table)
    if (unit == name && count * milliseconds <= 1000 * unit_table[0].second)
      return std::chrono::milliseconds{count * milliseconds};
  return std::nullopt;
}

std::string to_text(std::chrono::milliseconds duration) {
  for (const auto& [name, milliseconds] : unit_table)
    if (duration.count() >= milliseconds && duration.count() % milliseconds == 0)
      return std::to_string(duration.count() / milliseconds) + std::string{name};
  return std::to_string(duration.count()) + "ms";
}

} // namespace orrery::cmd::console
