#pragma once

#include "actors/protocol/commands.hpp"
#include "store/contents.hpp"

#include <cstdint>
#include <optional>
#include <string>

/// Tasks of users in a simulated world.
namespace orrery::simulate {

/// A command at a unit or at `machine 3`, with a deadline of ten minutes.
[[nodiscard]] protocol::EnqueueOperation exec_at(const std::string& place,
                                                 const std::string& script = "true");
/// Cancels one of the tasks that have not ended; nothing where there is none.
/// @param which any number
[[nodiscard]] std::optional<protocol::CancelTask> cancel_one(const store::Contents& contents,
                                                             std::uint64_t which);

} // namespace orrery::simulate
