#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"
#include "config/findings.hpp"

namespace orrery::config {

/// Reads metadata.yaml, or what charmcraft.yaml has of it: name, texts, endpoints, extra bindings,
/// what the charm needs to run.
/// @returns whether the charm's endpoints are known: all of them could be read.
bool read_metadata(const Document& document, CharmDeclaration& charm, Findings& findings);

} // namespace orrery::config
