#pragma once

#include "store/charm_records.hpp"

#include <set>
#include <string>

namespace orrery::render {

/// The one space that every model has, in which every endpoint is.
inline constexpr const char* only_space = "alpha";

/// Names of all that can be bound to a space of a charm: its endpoints and extra bindings.
[[nodiscard]] inline std::set<std::string> bindable(const store::Charm& charm) {
  std::set<std::string> names(charm.extra_bindings.begin(), charm.extra_bindings.end());
  for (const store::CharmEndpoint& endpoint : charm.endpoints)
    names.insert(endpoint.name);
  return names;
}

} // namespace orrery::render
