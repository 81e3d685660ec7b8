#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// How long the texts beside a secret's content may be: each is kept in its record, is read with it
/// and shown with it. Juju has no such bounds.
namespace orrery::config {

inline constexpr std::size_t secret_label_max = 1024;             ///< Bytes; a user's name, too.
inline constexpr std::size_t secret_description_max = 64UL << 10; ///< Bytes.

/// Says why a label cannot be kept; empty: it can. @param spoken `name` of a user's secret
[[nodiscard]] inline std::string label_trouble(std::string_view label, std::string_view spoken) {
  if (label.size() <= secret_label_max)
    return {};
  return "the secret's " + std::string(spoken) + " has more than "
         + std::to_string(secret_label_max) + " bytes: shorten it";
}

/// Says why a description cannot be kept; empty: it can.
[[nodiscard]] inline std::string description_trouble(std::string_view description) {
  if (description.size() <= secret_description_max)
    return {};
  return "the secret's description has more than 64 KiB: shorten it";
}

} // namespace orrery::config
