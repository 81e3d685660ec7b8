#pragma once

#include <set>
#include <string>
#include <vector>

namespace orrery::config {

/// Names all hooks that a charm with these endpoints may have, those of the implicit endpoint
/// juju-info included: the unit's own in the order of its life and those of secrets, then those of
/// relations and of storages. Every hook that a unit's agent runs is among them.
[[nodiscard]] std::vector<std::string> hook_names(const std::set<std::string>& endpoints,
                                                  const std::set<std::string>& storages = {});

} // namespace orrery::config
