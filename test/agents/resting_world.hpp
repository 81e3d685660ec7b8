#pragma once

#include "cmd/simulate/agreement.hpp"
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

/// Worlds whose agents rest as soon as they may.
namespace orrery::test {

inline constexpr std::uint32_t nobody_stays = 0;

struct RestingWorld : SimulatedWorld {
  explicit RestingWorld(std::uint64_t seed = 1, std::uint32_t idle_agents = nobody_stays)
    : SimulatedWorld(seed, rules::history_kept, idle_agents) {}

  [[nodiscard]] std::size_t actors() { return system().registry().running(); }
  /// Its agent has been there, and rests again; what its notes say agrees with the records.
  void expect_rest(const std::string& unit) {
    settle();
    EXPECT_TRUE(rests(unit)) << unit;
    EXPECT_FALSE(agent_of(unit)) << unit;
    EXPECT_EQ(simulate::disagreements(*this), std::vector<std::string>{});
  }
};

} // namespace orrery::test
