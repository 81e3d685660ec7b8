#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The grammars of names in charms and bundles. Those of what the store keeps are checked again at
/// its own door (store/names.hpp).
namespace orrery::config {

/// `[a-z][a-z0-9]*(-[a-z0-9]*[a-z][a-z0-9]*)*`, at most 64 bytes: applications and charms.
[[nodiscard]] bool is_application_name(std::string_view text);
/// `[a-z][a-z0-9]*([_-][a-z0-9]+)*`, at most 64 bytes: endpoints and interfaces.
[[nodiscard]] bool is_endpoint_name(std::string_view text);
/// `[a-z0-9]([a-z0-9-]*[a-z0-9])?`: actions, and keys of their parameters and results (A28).
[[nodiscard]] bool is_action_name(std::string_view text);
/// `juju` or `juju-...`: kept for what every application provides by itself.
[[nodiscard]] bool is_reserved_name(std::string_view text);
/// The candidate that differs least from `text`, if it is near enough to be what was meant;
/// otherwise empty.
[[nodiscard]] std::string nearest_name(std::string_view text,
                                       const std::vector<std::string>& candidates);

} // namespace orrery::config
