#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"
#include "config/findings.hpp"

namespace orrery::config {

/// Reads `storage` of a charm's metadata (ST1-ST4).
void read_storage(const Document& document,
                  const Member& section,
                  CharmDeclaration& charm,
                  Findings& findings);

} // namespace orrery::config
