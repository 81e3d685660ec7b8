#pragma once

#include "actors/protocol/commands.hpp"
#include "test/bench/entity_system.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace orrery::bench {

/// What a client asks next.
/// @param before the answer to what it asked last; null at first
/// @returns nothing if it is done
using NextCommand = std::function<std::optional<protocol::Command>(std::uint32_t client,
                                                                   const protocol::Answer* before)>;

/// How long it took from each command to its answer, in no order.
using Latencies = std::vector<std::chrono::nanoseconds>;

/// Clients that each wait for an answer before they ask again, until all are done. One actor plays
/// them all. A command that is not done ends the process.
/// @param next is called by one thread at a time
/// @param latencies null: they are not taken
/// @returns how long that took
std::chrono::nanoseconds play(EntitySystem& entities,
                              std::uint32_t clients,
                              const NextCommand& next,
                              Latencies* latencies = nullptr);

} // namespace orrery::bench
