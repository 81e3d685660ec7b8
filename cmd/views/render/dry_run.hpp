#pragma once

#include "actors/rules/dry_run.hpp"

#include <string>

namespace orrery::render {

/// What would happen, for people: what changes at once, what goes then, what waits.
[[nodiscard]] std::string dry_run_text(const rules::DryOutcome& outcome);
/// The same as one line of JSON.
[[nodiscard]] std::string dry_run_json(const rules::DryOutcome& outcome);

} // namespace orrery::render
