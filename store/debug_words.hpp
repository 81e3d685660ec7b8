#pragma once

#include <string_view>

namespace orrery::store {

/// Stands between what an agent executes and the user in whose debug session that runs, in the
/// message of the agent's status.
inline constexpr std::string_view in_debug_session_of = " in a debug session of ";

} // namespace orrery::store
