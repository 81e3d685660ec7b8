#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"
#include "config/findings.hpp"

#include <vector>

namespace orrery::config {

/// Which of a charm's endpoints may have reserved names (`juju`, `juju-*`).
struct MayBeReserved {
  bool all = false;                    ///< Those of charms called `juju-*`.
  bool container_requirements = false; ///< Those of a subordinate.
};

/// Reads `provides`, `requires` or `peers`: each endpoint a mapping with `interface`, `scope`,
/// `limit`, or the short form `db: mysql`. Appends those that can be read to `into`; a name that is
/// there already is wrong.
/// @returns whether all could be read.
bool read_endpoints(const Document& document,
                    const Member& section,
                    EndpointRole role,
                    const MayBeReserved& may,
                    std::vector<EndpointDeclaration>& into,
                    Findings& findings);

/// Reads `extra-bindings`, names without a value for network-get. Wrong are a value, no name, the
/// name of an endpoint.
/// @param charm its endpoints are there already
void read_extra_bindings(const Document& document,
                         const Member& section,
                         CharmDeclaration& charm,
                         Findings& findings);

} // namespace orrery::config
