#pragma once

#include "test/agents/resting_world.hpp"

/// Worlds in which update-status comes when its time has come, every five minutes or so.
namespace orrery::test {

inline constexpr store::Milliseconds minute = 60'000;

struct TimedWorld : SimulatedWorld {
  explicit TimedWorld(std::uint32_t idle_agents = nobody_stays, std::uint64_t seed = 1)
    : SimulatedWorld(seed, rules::history_kept, idle_agents, true) {}

  /// Gives that charm these hooks, and all others all. Before it is deployed.
  void give_hooks(const std::string& charm, std::vector<std::string> hooks) {
    provider().set_hooks_of_charm([charm, hooks](const std::string& directory) {
      return directory == "/charms/" + charm ? hooks : std::vector<std::string>{"*"};
    });
  }
  [[nodiscard]] std::size_t runs(const std::string& unit) {
    return hooks().count(unit, "update-status");
  }
  /// How often an agent of the unit has begun.
  [[nodiscard]] std::size_t beginnings_of(const std::string& unit) const {
    return provider().count("hooks " + unit);
  }
  /// Counts what has been written so far, of the model and of agents' notes.
  [[nodiscard]] std::uint64_t written() const {
    return database().sequence() + notes_database().sequence();
  }
};

} // namespace orrery::test
