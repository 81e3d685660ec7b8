#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"

#include <vector>

namespace orrery::config {

/// Reads `provides`, `requires` or `peers`: each endpoint a mapping with `interface`, `scope`,
/// `limit`, or the short form `db: mysql`. Appends to `into`; a name that is there already is an
/// error.
/// @param charm its name and whether it is a subordinate are read: charms called `juju-*`, and
/// container-scoped requirements of a subordinate, may have reserved names.
[[nodiscard]] Result<void> read_endpoints(const Document& document,
                                          const Member& section,
                                          EndpointRole role,
                                          const CharmDeclaration& charm,
                                          std::vector<EndpointDeclaration>& into);

/// Reads `extra-bindings`, names without a value for network-get. Errors: a value, no name, the
/// name of an endpoint.
/// @param charm its endpoints are there already
[[nodiscard]] Result<void>
read_extra_bindings(const Document& document, const Member& section, CharmDeclaration& charm);

} // namespace orrery::config
