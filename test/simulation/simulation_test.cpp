#include "cmd/simulate/simulation.hpp"

#include <gtest/gtest.h>

namespace orrery::simulate {
namespace {

struct Played {
  Outcome outcome;
  std::string trace;
};

Played play(std::uint64_t seed, std::uint64_t steps) {
  Played run;
  SimulationOptions options;
  options.seed = seed;
  options.steps = steps;
  options.trace = [&run](std::string_view line) { run.trace += line; };
  run.outcome = Simulation(std::move(options)).run();
  return run;
}

void expect_clean(const Outcome& outcome) {
  EXPECT_EQ(outcome.findings, std::vector<std::string>{})
    << "orrery simulate --seed " << outcome.seed << " --steps " << outcome.steps << " --replay";
}

TEST(Simulation, L10_the_same_seed_gives_the_same_run_to_the_byte) {
  for (const std::uint64_t seed : {3U, 4U, 5U}) {
    const Played first = play(seed, 400);
    const Played second = play(seed, 400);
    EXPECT_GT(first.trace.size(), 10'000U);
    EXPECT_EQ(first.trace, second.trace);
    EXPECT_EQ(first.outcome.digest, second.outcome.digest);
    EXPECT_NE(first.trace, play(seed + 100, 400).trace);
  }
}

TEST(Simulation, L9_whatever_goes_wrong_everything_goes_once_it_is_removed) {
  constexpr std::uint64_t first = 1'000;
  constexpr std::uint64_t runs = 60;
  Outcome total;
  for (std::uint64_t seed = first; seed < first + runs && !HasFailure(); ++seed) {
    const Outcome outcome = play(seed, 600).outcome;
    expect_clean(outcome);
    total.crashes += outcome.crashes;
    total.hooks += outcome.hooks;
    total.commands += outcome.commands;
    total.coverage.merge(outcome.coverage);
  }
  EXPECT_GT(total.crashes, runs);
  EXPECT_GT(total.hooks, 20 * runs);
  EXPECT_GT(total.commands, runs);
  EXPECT_LT(total.coverage.unreached().size(), total.coverage.cells() / 2);
}

} // namespace
} // namespace orrery::simulate
