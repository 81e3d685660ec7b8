#pragma once

#include "config/charm.hpp"
#include "config/document.hpp"

namespace orrery::config {

/// Notes what a charm declares and does not get here (storage, resources, devices, payloads, terms,
/// a user), and why it could not run here (containers, `assumes` that do not hold, a later Juju).
void read_requirements(const Document& document, CharmDeclaration& into);

} // namespace orrery::config
