#pragma once

#include "actors/protocol/commands.hpp"
#include "store/contents.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Tasks of users in a simulated world.
namespace orrery::simulate {

/// A command at a unit or at `machine 3`, with a deadline of ten minutes.
[[nodiscard]] protocol::EnqueueOperation exec_at(const std::string& place,
                                                 const std::string& script = "true");
/// Cancels one of the tasks that have not ended; nothing where there is none.
/// @param which any number
[[nodiscard]] std::optional<protocol::CancelTask> cancel_one(const store::Contents& contents,
                                                             std::uint64_t which);
/// Finds tasks whose program is over and which have not ended, while all rests (A25): each as a
/// sentence.
/// @param is_well whether the unit has nothing to do, and nothing is wrong with it
[[nodiscard]] std::vector<std::string>
tasks_left_running(const store::Contents& contents,
                   const std::function<bool(const std::string& unit)>& is_well);

} // namespace orrery::simulate
