#pragma once

#include "cmd/console/run_options.hpp"
#include "cmd/console/script.hpp"
#include "cmd/session/session.hpp"

namespace orrery::cmd::console {

/// Reads a script and the files that it names, checks all that can be checked before it runs, and
/// says so: every error, or how many commands there are. Needs no orchestrator.
/// @returns Fine or Misused.
[[nodiscard]] int parse_only(const Source& source, const RunOptions& options, Output& output);

} // namespace orrery::cmd::console
