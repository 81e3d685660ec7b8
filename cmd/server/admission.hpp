#pragma once

#include "cmd/client/wire.hpp"
#include "cmd/server/server.hpp"
#include "cmd/session/logins.hpp"

#include <optional>

namespace orrery::cmd {

/// Says whose rights count for a session's next request (UR2): whoever names an account has that
/// user's, the orchestrator's own user and root may do all, the group what a setting says.
/// @returns false, after an ERROR that tells nothing else (UR3), if the account is not let in.
[[nodiscard]] bool admit(Session& session,
                         const Peer& peer,
                         const std::optional<wire::Credentials>& account,
                         Right group_access,
                         Logins& logins);

} // namespace orrery::cmd
