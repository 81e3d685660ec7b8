#pragma once

#include "actors/foretell/dry_run.hpp"

#include <string>

namespace orrery::render {

/// Tells people what would happen: what changes at once, what goes then, what waits.
[[nodiscard]] std::string dry_run_text(const foretell::DryOutcome& outcome);
/// Writes what would happen as one line of JSON.
[[nodiscard]] std::string dry_run_json(const foretell::DryOutcome& outcome);

} // namespace orrery::render
