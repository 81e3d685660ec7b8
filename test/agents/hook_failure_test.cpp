#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

using How = hooks::HookEnd::How;

TEST(HookFailure, W2_a_failing_hook_is_tried_again_with_growing_delay_then_waits_for_a_person) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web", 1, 0);
  EXPECT_EQ(world.status("web/0").error.hook, "install");
  EXPECT_EQ(world.status("web/0").error.attempt, 1U);
  EXPECT_EQ(world.status("web/0").error.stderr_tail, "install went wrong");
  EXPECT_EQ(world.status("web/0").workflow, "new");
  const std::vector<std::pair<store::Milliseconds, std::size_t>> tries{
    {4'999, 1}, {1, 2}, {9'999, 2}, {1, 3}, {19'999, 3}, {1, 4}, {39'999, 4}, {1, 5}};
  for (const auto& [later, count] : tries) {
    world.advance(later);
    EXPECT_EQ(world.hooks().count("web/0", "install"), count);
  }
  EXPECT_EQ(world.status("web/0").workflow, "install-error");
  world.settle();
  EXPECT_EQ(world.timers(), 0U);
  EXPECT_EQ(world.hooks_of("web/0"), Hooks(5, "install"));
}

TEST(HookFailure, W2_a_clock_that_is_set_back_between_two_processes_holds_up_no_try) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web", 1, 0);
  world.advance(5'000);
  ASSERT_EQ(world.hooks().count("web/0", "install"), 2U);
  world.set_clock(-600'000);
  world.crash();
  world.advance(10'000);
  EXPECT_EQ(world.hooks().count("web/0", "install"), 3U);
}

TEST(HookFailure, MD60_where_hooks_are_not_tried_again_one_try_waits_for_a_person) {
  SimulatedWorld world;
  const std::string key = "automatically-retry-hooks";
  (void)world.run(protocol::SetModelConfig{{{key, "false"}}, {}});
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web", 1, 0);
  world.crash();
  world.advance(600'000);
  EXPECT_EQ(world.hooks().count("web/0", "install"), 1U);
  EXPECT_EQ(world.status("web/0").workflow, "install-error");
  EXPECT_EQ(world.status("web/0").error.attempts_max, 1U);
  (void)world.run(protocol::SetModelConfig{{}, {key}});
  (void)world.run(protocol::Resolve{"web/0", true});
  world.advance(5'000);
  EXPECT_EQ(world.hooks().count("web/0", "install"), 3U) << "at once, and after the first delay";
  EXPECT_EQ(world.status("web/0").error.attempts_max, 5U);
  (void)world.run(protocol::SetModelConfig{{{key, "no"}}, {}}); // refused
  (void)world.run(protocol::SetModelConfig{{{key, "False"}}, {}});
  world.advance(600'000);
  EXPECT_EQ(world.hooks().count("web/0", "install"), 3U) << "the next try is none any more";
  world.settle();
}

TEST(HookFailure, W2_a_hook_that_succeeds_again_is_gone_on_from) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "start", 2);
  world.deploy(web_charm(), "web");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"),
            (Hooks{"install", "leader-elected", "config-changed", "start", "start", "start"}));
  EXPECT_EQ(world.status("web/0").error, store::HookError{});
  EXPECT_EQ(world.status("web/0").workflow, "running");
}

TEST(HookFailure, W2_the_words_say_how_a_hook_ended) {
  const std::vector<std::pair<hooks::HookEnd, std::string>> ends{
    {{How::Exited, 3, "", {}}, "exit code 3"},
    {{How::Signaled, 11, "oops", {}}, "oops\nkilled by signal 11"},
    {{How::TimedOut, 9, "slow", {}}, "slow\nkilled at its deadline"},
    {{How::NotRun, 0, "no such program", {}}, "no such program"}};
  for (const auto& [end, words] : ends) {
    SimulatedWorld world;
    world.hooks().end_with("web/0", "install", end);
    world.deploy(web_charm(), "web", 1, 0);
    EXPECT_EQ(world.status("web/0").error.stderr_tail, words);
    world.settle();
    EXPECT_EQ(world.status("web/0").workflow, "running");
  }
}

TEST(HookFailure, W3_resolved_tries_again_at_once) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  world.hooks().mend("web/0", "install");
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::Resolve{"web/0", true}).ok());
  EXPECT_EQ(world.hooks_of("web/0"), come_up) << "no time had to pass";
  EXPECT_EQ(world.unit("web/0").resolved, store::Resolved::None);
}

TEST(HookFailure, W3_resolved_without_retry_counts_the_hook_as_done) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::Resolve{"web/0", false}).ok());
  EXPECT_EQ(world.hooks_of("web/0"), (Hooks{"leader-elected", "config-changed", "start"}));
}

TEST(HookFailure, W3_each_failing_hook_needs_a_word_of_its_own) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.hooks().fail("web/0", "start");
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  world.run(protocol::Resolve{"web/0", false});
  world.settle();
  EXPECT_EQ(world.status("web/0").workflow, "start-error");
  EXPECT_EQ(world.unit("web/0").resolved, store::Resolved::None);
}

TEST(HookFailure, W3_a_word_given_at_any_moment_is_heard) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.hooks().fail("web/0", "start", 5);
    world.deploy(web_charm(), "web", 1, 0);
    world.advance(5'000 + 10'000 + 20'000 + 39'999);
    EXPECT_EQ(world.hooks().count("web/0", "start"), 4U);
    world.start(protocol::Resolve{"web/0", false}); // beside the last try, which fails
    world.advance(1);
    EXPECT_EQ(world.unit("web/0").resolved, store::Resolved::None) << "the word was not heard";
    EXPECT_EQ(world.status("web/0").workflow, "running");
  }
}

TEST(HookFailure, W4_a_hook_that_may_have_run_counts_as_a_failed_try) {
  SimulatedWorld world;
  world.hooks().hold("web/0", "config-changed");
  world.deploy(web_charm(), "web", 1, 0);
  EXPECT_TRUE(world.hooks().is_running("web/0"));
  world.crash();
  world.run();
  EXPECT_EQ(world.status("web/0").error.hook, "config-changed");
  EXPECT_EQ(world.status("web/0").error.attempt, 1U);
  world.hooks().release("web/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"),
            (Hooks{"install", "leader-elected", "config-changed", "config-changed", "start"}));
}

TEST(HookFailure, W4_a_hook_cancelled_is_queued_again_and_no_try_is_counted) {
  SimulatedWorld world;
  world.hooks().end_with("web/0", "install", {How::Cancelled, 0, "", {}});
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{"install"}) << "the process is about to end";
  world.crash();
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"),
            (Hooks{"install", "install", "leader-elected", "config-changed", "start"}));
  EXPECT_EQ(world.status("web/0").error, store::HookError{});
}

/// A hook known to be done is only committed; one queued is run.
TEST(HookFailure, W4_wherever_a_crash_comes_only_the_hook_of_that_moment_runs_twice) {
  SimulatedWorld reference;
  const std::uint64_t before = reference.effects();
  reference.deploy(web_charm(), "web", 1, 0);
  reference.settle();
  const std::uint64_t whole = reference.effects() - before;
  ASSERT_GT(whole, 10U);
  for (std::uint64_t effect = 1; effect <= whole; effect += next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld world;
    world.run(protocol::CreateApplication{"web", web_charm(), {}});
    world.start(protocol::AddUnit{"web", 0});
    world.crash_after(effect);
    world.settle();
    if (world.contents().units.empty())
      world.run(protocol::AddUnit{"web", 0});
    world.settle();
    EXPECT_LE(world.crashes(), 1);
    Hooks ran = world.hooks_of("web/0");
    EXPECT_LE(ran.size(), come_up.size() + 1);
    ran.erase(std::unique(ran.begin(), ran.end()), ran.end());
    EXPECT_EQ(ran, come_up);
  }
}

TEST(HookFailure, W7_hooks_of_one_unit_run_one_at_a_time_and_units_beside_one_another) {
  SimulatedWorld world; // the simulated hooks fail the test if two of one unit overlap
  world.hooks().hold("web/0", "install");
  world.deploy(web_charm(), "web", 2);
  EXPECT_TRUE(world.hooks().is_running("web/0"));
  EXPECT_EQ(world.status("web/1").workflow, "running");
  EXPECT_EQ(world.status("web/0").agent.message, "running install hook");
  world.run(protocol::RemoveUnit{"web/0"});
  world.hooks().release("web/0");
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(HookFailure, H6_what_a_failing_hook_buffered_changes_nothing) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 1, 0);
  world.deploy(database_charm(), "mysql", 1, 0);
  world.hooks().script("mysql/0", "server-relation-joined", [](const auto& sight, auto& state) {
    state.unit_changes[*sight.relation]["password"] = "secret";
    state.opened.insert({"tcp", 3306, 3306});
  });
  world.hooks().fail("mysql/0", "server-relation-joined", 1);
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  EXPECT_FALSE(world.contents().bags.at({relation, "mysql/0"}).values.contains("password"));
  EXPECT_TRUE(world.status("mysql/0").ports.empty());
  world.settle();
  EXPECT_EQ(world.contents().bags.at({relation, "mysql/0"}).values.at("password"), "secret");
  EXPECT_EQ(world.status("mysql/0").ports.size(), 1U);
}

TEST(HookFailure, W2_every_change_of_a_status_is_told_in_the_units_log) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "start", 1);
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  EXPECT_EQ(
    world.statuses_said("web/0"),
    (Hooks{
      "workload maintenance installing charm software", "juju-unit executing running install hook",
      "juju-unit executing running leader-elected hook",
      "juju-unit executing running config-changed hook", "juju-unit executing running start hook",
      "workload error hook failed: \"start\"", "juju-unit idle",
      "juju-unit executing running start hook", "workload maintenance installing charm software",
      "workload unknown", "juju-unit idle"}));
}

TEST(HookFailure, a_unit_in_error_does_not_keep_others_from_their_work) {
  SimulatedWorld world;
  world.hooks().fail("web/0", "install");
  world.deploy(web_charm(), "web", 2);
  world.settle();
  EXPECT_EQ(world.status("web/1").workflow, "running");
  world.run(protocol::RemoveApplication{"web"});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/1"));
  EXPECT_EQ(world.unit("web/0").life, store::Life::Dying);
  world.run(protocol::Resolve{"web/0", false});
  world.settle();
  world.expect_nothing_left();
}

} // namespace orrery::test
