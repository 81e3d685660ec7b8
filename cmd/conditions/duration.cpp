#include "cmd/conditions/duration.hpp"

#include "config/quantity.hpp"

namespace orrery::cmd::console {

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  constexpr std::chrono::hours most{1000};
  const auto duration = config::parse_duration(text);
  return duration && *duration <= most ? duration : std::nullopt;
}

} // namespace orrery::cmd::console
