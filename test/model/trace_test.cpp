#include "test/model/random_run.hpp"
#include "test/model/trace_checker.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

/// Runs of the real actors are held against docs/model/lives.pml: what they did it could have done,
/// too.
namespace orrery::test {
namespace {

/// Of a variable of the environment, which whoever looks for more sets.
std::uint64_t asked(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

constexpr int draws = 60;

/// So many runs, each of which the checker must accept.
void hold_runs_against(const char* program, bool meddled) {
  const std::uint64_t first = asked("ORRERY_TRACE_SEED", 1);
  const std::uint64_t runs = asked("ORRERY_TRACE_RUNS", 300);
  TraceChecker checker(program);
  std::uint64_t events = 0;
  for (std::uint64_t seed = first; seed < first + runs; ++seed) {
    RandomRun run(seed, meddled);
    run.play(draws);
    EXPECT_EQ(run.findings(), std::vector<std::string>{}) << "seed " << seed;
    const std::string verdict = checker.check(run.events());
    EXPECT_TRUE(verdict.starts_with("accepted"))
      << "seed " << seed << " " << verdict << checker.keep_last();
    events += run.events().size();
  }
  EXPECT_GT(events, runs * 20) << "too little has happened";
}

TEST(Trace, L5_L7_the_model_could_have_done_what_the_actors_did) {
  hold_runs_against("ORRERY_TRACE_CHECKER", false);
}

/// The rules alone, in states that agents would not bring about.
TEST(Trace, L5_L7_the_rules_allow_what_the_models_rules_do) {
  hold_runs_against("ORRERY_OPEN_TRACE_CHECKER", true);
}

/// With any one number of a record changed, a trace is refused.
TEST(Trace, a_wrong_event_is_rejected) {
  RandomRun run(7);
  run.play(draws);
  const std::size_t records = run.state().records().size();
  std::mt19937_64 random(1);
  TraceChecker checker;
  for (int i = 0; i < 60; ++i) {
    std::vector<TraceEvent> wrong = run.events();
    const std::size_t line = random() % wrong.size();
    std::uint8_t& value = wrong[line].row[random() % records];
    value = value == 0 ? 1 : 0;
    const std::string verdict = checker.check(wrong);
    EXPECT_TRUE(verdict.starts_with("rejected")) << "line " << line << ": " << verdict;
  }
}

TEST(Trace, an_event_of_another_cause_is_rejected) {
  RandomRun run(7);
  run.play(draws);
  std::vector<TraceEvent> wrong = run.events();
  for (TraceEvent& event : wrong)
    if (event.name == "set dead")
      event.cause = 9; // set dying
  EXPECT_TRUE(TraceChecker().check(wrong).starts_with("rejected"));
}

TEST(Trace, a_missing_event_is_rejected) {
  RandomRun run(7);
  run.play(draws);
  std::vector<TraceEvent> wrong = run.events();
  std::erase_if(wrong, [](const TraceEvent& event) { return event.name == "set dead"; });
  ASSERT_LT(wrong.size(), run.events().size());
  EXPECT_TRUE(TraceChecker().check(wrong).starts_with("rejected"));
}

} // namespace
} // namespace orrery::test
