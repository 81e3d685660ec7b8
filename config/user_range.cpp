#include "config/user_range.hpp"

#include <charconv>

namespace orrery::config {

namespace {

std::optional<std::uint32_t> parse_user(std::string_view text) {
  std::uint32_t user = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), user);
  const bool is_whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_whole && user >= 1'000 && user <= 4'294'967'293 ? std::optional(user) : std::nullopt;
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
