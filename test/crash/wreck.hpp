#pragma once

#include "test/crash/commits.hpp"
#include "test/crash/player.hpp"
#include "test/crash/undisturbed.hpp"

#include <memory>
#include <set>

namespace orrery::test {

/// Where the power is cut: in which commit of the scenario, and when.
struct CrashPoint {
  std::size_t commit = 0;
  Phase phase = Phase::BeforeWrite;
};

/// What is left when the power was cut at one instant of the scenario: the disk with all that was
/// and was not synced, the machines and programs outside, and the operator in the midst of a step.
struct Wreck {
  store::DiskImage image;
  std::unique_ptr<SimulatedWorld> world; ///< Dead. Null if its process had not begun.
  std::unique_ptr<Player> player;
  std::string store; ///< Whose commit it was: /model or /notes.
  /// The sequence numbers that each store may come back with.
  std::set<std::uint64_t> model;
  std::set<std::uint64_t> notes;
  std::string wrong; ///< Why it is no good; empty if it is.
};

/// Plays the scenario up to that point.
[[nodiscard]] Wreck
crash_at(const std::vector<Step>& steps, const CrashPoint& point, const Undisturbed& undisturbed);

/// Begins again from what that cut leaves, plays on, and compares whenever everything has come to
/// rest.
/// @param seed of the order of messages from then on. @param rests so often, or to the end of the
/// script
/// @returns what went wrong
[[nodiscard]] std::vector<std::string> recover(const Wreck& wreck,
                                               const store::PowerCut& cut,
                                               const Undisturbed& undisturbed,
                                               std::uint64_t seed,
                                               std::size_t rests = SIZE_MAX);

} // namespace orrery::test
