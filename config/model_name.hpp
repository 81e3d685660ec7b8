#pragma once

#include <string_view>

namespace orrery::config {

/// Whether a model may be called so: `[a-z0-9]+[a-z0-9-]*`, of any length (MD20).
[[nodiscard]] constexpr bool is_model_name(std::string_view text) {
  if (text.empty() || text.front() == '-')
    return false;
  for (const char c : text)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
      return false;
  return true;
}

} // namespace orrery::config
