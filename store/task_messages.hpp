#pragma once

/// Messages of tasks by which more than one part knows how they ended.
namespace orrery::store {

/// The message of a command that was killed at its limit (A40).
constexpr const char* command_cancelled = "command cancelled";

} // namespace orrery::store
