#pragma once

#include "config/bundle.hpp"
#include "config/document.hpp"

#include <functional>
#include <set>
#include <string>

namespace orrery::config {

/// Checks every placement of a bundle whose applications are read: it names a machine of the
/// bundle, `new`, or a unit of another application that the bundle deploys, and no applications
/// wait for each other's machines in a circle.
///
/// Brings `APPLICATION` to `APPLICATION/NUMBER`: its units are taken in turn. A last placement of
/// that form is repeated for the units that have none.
/// @pre `bundle.applications` has the members of `applications` in their order.
[[nodiscard]] Result<void>
resolve_placements(const Document& document, const Node& applications, Bundle& bundle);

/// Reads `relations` into the bundle: pairs of `application[:endpoint]`, each once, both
/// applications declared.
[[nodiscard]] Result<void> read_relations(const Document& document,
                                          const Member& relations,
                                          const std::set<std::string, std::less<>>& elsewhere,
                                          Bundle& bundle);

} // namespace orrery::config
