#pragma once

#include "config/document.hpp"
#include "config/findings.hpp"

namespace orrery::config {

/// Notes what a charm declares and does not get here (storage, resources, devices, payloads, terms,
/// a user), and why it could not run here (containers, `assumes` that do not hold, a later Juju).
void read_requirements(const Document& document, Findings& findings);

} // namespace orrery::config
