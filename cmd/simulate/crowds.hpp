#pragma once

#include "actors/protocol/commands.hpp"
#include "store/contents.hpp"

#include <cstdint>
#include <string>

/// Bounds of what a drawn run costs. Units that see one another each have hooks for each other, so
/// that a crowd costs the square of its members: it may be large where few see one another, and
/// small where all do.
namespace orrery::simulate {

/// Units that see another one, in all relations together, counted once for each that is seen.
inline constexpr std::uint64_t most_seen = 3'000;

/// Returns whether no more than most_seen are there once the command has changed the model.
[[nodiscard]] bool has_room_for(const store::Contents& contents, const protocol::Command& command);

/// Returns whether a peer relation that the next revision of an application's charm may bring has
/// room, too.
[[nodiscard]] bool has_room_for_peers(const store::Contents& contents,
                                      const std::string& application);

/// Returns whether more hooks have run than a run of so many steps is to have; then nothing is
/// added until others have gone. Runs without a crowd have less than one hook a step.
[[nodiscard]] constexpr bool has_spent(std::uint64_t hooks, std::uint64_t steps) {
  constexpr std::uint64_t at_once = 3'000;
  return hooks > at_once + steps;
}

} // namespace orrery::simulate
