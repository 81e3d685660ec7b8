#include "config/secret_reference.hpp"

#include "config/printable.hpp"

#include <algorithm>

namespace orrery::config {

bool is_secret_id(std::string_view text) {
  return text.size() == 20 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'v');
         });
}

tl::expected<std::string, std::string> parse_secret_uri(std::string_view text) {
  const std::string shown = printable(std::string(text.substr(0, 200)));
  std::string_view id = text;
  if (const auto colon = id.find(':'); colon != std::string_view::npos) {
    if (id.substr(0, colon) != "secret")
      return tl::unexpected(
        "secret URI scheme \""
        + printable(std::string(id.substr(0, std::min<std::size_t>(colon, 200)))) + "\" not valid");
    id.remove_prefix(colon + 1);
    if (id.starts_with("//")) {
      const auto slash = id.find('/', 2);
      id =
        slash == std::string_view::npos || slash == 2 ? std::string_view() : id.substr(slash + 1);
    }
  }
  if (!is_secret_id(id))
    return tl::unexpected("secret URI \"" + shown + "\" not valid");
  return std::string(id);
}

} // namespace orrery::config
