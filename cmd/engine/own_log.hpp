#pragma once

#include "config/settings.hpp"

namespace orrery::cmd {

/// From now on the orchestrator's own log is kept in a file, too, beside those of the units:
/// `debug-log` shows it among them. Where that cannot be, it is a warning.
void keep_own_log(const config::Settings& settings);

} // namespace orrery::cmd
