#pragma once

#include <cstddef>
#include <string_view>

namespace orrery::config {

/// Bytes of a new model's name at most, as of a user's; Juju has no bound.
inline constexpr std::size_t model_name_max = 256;

/// Whether a model may be called so: `[a-z0-9]+[a-z0-9-]*`, of any length (MD20). Where models are
/// added `model_name_max` counts, too.
[[nodiscard]] constexpr bool is_model_name(std::string_view text) {
  if (text.empty() || text.front() == '-')
    return false;
  for (const char c : text)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
      return false;
  return true;
}

} // namespace orrery::config
