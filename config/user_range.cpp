#include "config/user_range.hpp"

#include "config/number.hpp"

namespace orrery::config {

namespace {

std::optional<std::uint32_t> parse_user(std::string_view text) {
  const auto user = parse_number<std::uint32_t>(text);
  return user && *user >= 1'000 && *user <= 4'294'967'293 ? user : std::nullopt;
}

} // namespace

std::optional<UserRange> parse_user_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos)
    return std::nullopt;
  const auto first = parse_user(text.substr(0, dash));
  const auto last = parse_user(text.substr(dash + 1));
  if (!first || !last || *last < *first)
    return std::nullopt;
  return UserRange{*first, *last};
}

} // namespace orrery::config
