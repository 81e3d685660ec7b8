// Operations that grow old while nothing else happens (A63).
#include "store/operations.hpp"
#include "test/agents/timed_world.hpp"

namespace orrery::test {

namespace {

constexpr store::Milliseconds hour = 60 * minute;
constexpr store::Milliseconds default_age = 336 * hour;

/// Units whose charm has no update-status, so that no other time comes round.
struct IdleWorld : TimedWorld {
  IdleWorld() {
    give_hooks("web", {"install", "start"});
    deploy(web_charm(), "web", 2);
    settle();
  }
  /// Runs a command to its end. @returns its operation
  store::TaskId run_command() {
    const std::uint64_t ticket = exec("web/0");
    run();
    EXPECT_EQ(task(ticket).status, store::TaskStatus::Completed);
    return task(ticket).operation;
  }
  [[nodiscard]] bool has_operation(store::TaskId operation) {
    return store::read_operation(*database().snapshot(), operation).value().has_value();
  }
  /// Lets days pass, at the end of each of which the process is killed.
  void pass_days(int days) {
    for (int day = 0; day < days; ++day) {
      advance(24 * hour);
      crash();
      settle();
    }
  }
};

} // namespace

TEST(OldOperations, A63_go_an_hour_late_at_most_where_nothing_else_happens) {
  IdleWorld world;
  EXPECT_EQ(world.timers_of_update_status(), 0U) << "there are none";
  const store::TaskId operation = world.run_command();
  world.settle();
  EXPECT_EQ(world.activity(), 0) << "nobody waits for it";
  EXPECT_EQ(world.timers(), 0U);
  EXPECT_EQ(world.timers_of_update_status(), 1U);
  const std::uint64_t written = world.written();
  world.advance(default_age - minute);
  EXPECT_TRUE(world.has_operation(operation));
  EXPECT_EQ(world.written(), written);
  world.advance(hour);
  EXPECT_FALSE(world.has_operation(operation));
  EXPECT_EQ(world.written(), written + 1);
  EXPECT_EQ(world.timers_of_update_status(), 0U) << "nothing wakes an idle orchestrator (P10)";
}

TEST(OldOperations, A63_those_that_ended_within_half_an_hour_go_together) {
  IdleWorld world;
  for (int i = 0; i < 29; ++i) { // more than one transaction takes
    (void)world.run_command();
    world.advance(minute);
  }
  const std::uint64_t written = world.written();
  world.advance(default_age - 29 * minute);
  EXPECT_EQ(world.written(), written);
  world.advance(hour);
  EXPECT_EQ(world.written(), written + 2);
  EXPECT_EQ(world.timers_of_update_status(), 0U);
}

TEST(OldOperations, A63_an_orchestrator_that_is_begun_anew_each_day_forgets_in_time) {
  IdleWorld world;
  const store::TaskId old = world.run_command();
  world.pass_days(10);
  const store::TaskId young = world.run_command();
  world.pass_days(3);
  EXPECT_TRUE(world.has_operation(old));
  world.advance(25 * hour);
  EXPECT_FALSE(world.has_operation(old));
  EXPECT_TRUE(world.has_operation(young));
  EXPECT_EQ(world.timers_of_update_status(), 1U);
}

TEST(OldOperations, A63_another_age_counts_at_once) {
  IdleWorld world;
  const store::TaskId operation = world.run_command();
  world.advance(2 * hour);
  const auto keep = [&](const char* age) {
    world.run(protocol::SetModelConfig{{{"max-action-results-age", age}}, {}});
  };
  keep("0");
  EXPECT_EQ(world.update_status().turn(), std::nullopt) << "kept whatever its age";
  keep("3h");
  EXPECT_TRUE(world.has_operation(operation));
  keep("1h");
  world.advance(1);
  EXPECT_FALSE(world.has_operation(operation));
}

TEST(OldOperations, A63_large_results_do_not_wait_for_the_beat) {
  IdleWorld world;
  world.run(protocol::SetModelConfig{{{"max-action-results-size", "0.001M"}}, {}});
  world.settle();
  const store::TaskId first = world.run_command(); // some hundred bytes each
  for (int i = 1; i < 31; ++i)
    (void)world.run_command();
  EXPECT_TRUE(world.has_operation(first)) << "nobody has looked yet";
  const store::TaskId last = world.run_command();
  world.settle();
  EXPECT_FALSE(world.has_operation(first));
  EXPECT_TRUE(world.has_operation(last));
  EXPECT_EQ(world.timers(), 0U) << "nobody waits";
}

TEST(OldOperations, A63_a_janitor_that_fails_is_followed_by_one_that_is_told) {
  IdleWorld world;
  const store::TaskId operation = world.run_command();
  world.fail_janitor();
  world.settle();
  world.advance(default_age + hour);
  EXPECT_FALSE(world.has_operation(operation));
}

} // namespace orrery::test
