#pragma once

#include "cmd/server/server.hpp"
#include "config/settings.hpp"

#include <functional>

namespace orrery::cmd {

/// Writes down, in DATA/audit.log, who used which verb that wants more than the right to read. Each
/// has a line `TIME uid=N pid=N verb=VERB exit=N seq=N`, which never holds a value. The file is as
/// large as a unit's log, and the one before it is kept as `audit.log.1`. Where it cannot be
/// written the orchestrator's log says so at the start.
[[nodiscard]] std::function<void(const Peer& peer, const Use& use)>
make_audit_log(const config::Settings& settings);

} // namespace orrery::cmd
