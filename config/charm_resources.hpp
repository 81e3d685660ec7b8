#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"
#include "config/findings.hpp"

namespace orrery::config {

/// Reads the files that a charm wants to be given, its `resources` (RS1). One that is an image of a
/// container is noted as what cannot be had here.
///
/// Wrong: no mapping, no type or an unknown one, no filename, a filename or a name that is no plain
/// name of a file.
void read_resources(const Document& document,
                    const Member& section,
                    CharmDeclaration& charm,
                    Findings& findings);

} // namespace orrery::config
