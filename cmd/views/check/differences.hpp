#pragma once

#include "cmd/views/check/difference.hpp"
#include "cmd/views/check/observed.hpp"

namespace orrery::check {

/// Where records, notes, processes and directories disagree. Pure: no I/O, no clock.
/// Whoever is in motion may be among them: see Suspects.
[[nodiscard]] Differences differences(const Observed& observed);

} // namespace orrery::check
