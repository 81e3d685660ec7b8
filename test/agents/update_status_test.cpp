// The hook update-status: when agents are woken for it, who is not, and what it costs (US).
#include "test/agents/timed_world.hpp"

namespace orrery::test {

TEST(UpdateStatus, US1_it_comes_four_to_six_minutes_after_the_agent_begins_and_again_and_again) {
  for (const std::uint32_t idle_agents : {nobody_stays, 100U}) {
    TimedWorld world(idle_agents);
    world.deploy(database_charm(), "mysql");
    world.settle();
    world.advance(4 * minute - 1'000);
    EXPECT_EQ(world.runs("mysql/0"), 0U);
    world.advance(2 * minute + 2'000);
    EXPECT_EQ(world.runs("mysql/0"), 1U);
    world.advance(60 * minute);
    EXPECT_GE(world.runs("mysql/0"), 10U);
    EXPECT_LE(world.runs("mysql/0"), 16U);
  }
}

TEST(UpdateStatus,
     US1_US2_an_agent_at_rest_is_begun_for_it_and_rests_again_and_nothing_is_written) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql");
  world.settle();
  ASSERT_TRUE(world.rests("mysql/0"));
  const std::uint64_t written = world.written();
  const std::size_t said = world.statuses_said("mysql/0").size();
  const std::size_t begun = world.beginnings_of("mysql/0");
  world.advance(20 * minute);
  EXPECT_GE(world.runs("mysql/0"), 3U);
  EXPECT_EQ(world.beginnings_of("mysql/0"), begun + world.runs("mysql/0"));
  EXPECT_TRUE(world.rests("mysql/0"));
  EXPECT_EQ(world.written(), written);
  EXPECT_EQ(world.statuses_said("mysql/0").size(), said) << "US5";
  EXPECT_EQ(simulate::disagreements(world), std::vector<std::string>{});
}

TEST(UpdateStatus, US3_a_unit_whose_charm_has_it_not_is_never_woken_for_it) {
  TimedWorld world;
  world.give_hooks("web", {"install", "start"});
  world.deploy(web_charm(), "web", 3);
  world.settle();
  const std::size_t begun = world.beginnings_of("web/0");
  EXPECT_FALSE(world.update_status().awaits("web/0"));
  EXPECT_EQ(world.timers_of_update_status(), 0U) << "nothing wakes an idle orchestrator (P10)";
  world.advance(60 * minute);
  world.crash();
  world.settle();
  EXPECT_FALSE(world.update_status().awaits("web/0"));
  EXPECT_EQ(world.timers_of_update_status(), 0U);
  world.advance(60 * minute);
  EXPECT_EQ(world.beginnings_of("web/0"), begun);
  EXPECT_EQ(world.runs("web/0"), 0U);
}

TEST(UpdateStatus, US1_units_that_a_start_finds_at_rest_wait_for_it_without_an_agent) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql", 3);
  world.settle();
  world.crash();
  world.settle();
  const std::size_t begun = world.beginnings_of("mysql/0");
  for (const char* unit : {"mysql/0", "mysql/1", "mysql/2"}) {
    EXPECT_TRUE(world.rests(unit));
    EXPECT_TRUE(world.update_status().awaits(unit));
  }
  world.advance(4 * minute - 1'000);
  EXPECT_EQ(world.beginnings_of("mysql/0"), begun);
  world.advance(2 * minute + 2'000);
  for (const char* unit : {"mysql/0", "mysql/1", "mysql/2"})
    EXPECT_EQ(world.runs(unit), 1U) << unit;
}

TEST(UpdateStatus, US1_nobody_waits_for_a_time_that_only_comes_round) {
  TimedWorld world(100);
  world.deploy(database_charm(), "mysql", 5);
  world.settle();
  EXPECT_EQ(world.activity(), 0);
  EXPECT_EQ(world.timers(), 0U);
  EXPECT_GE(world.timers_of_update_status(), 1U);
  EXPECT_LE(world.timers_of_update_status(), 5U);
  world.hooks().hold("mysql/0", "update-status");
  world.advance(7 * minute);
  EXPECT_GT(world.activity(), 0) << "one that runs is waited for";
  world.hooks().release("mysql/0");
  world.run();
  EXPECT_EQ(world.activity(), 0);
}

TEST(UpdateStatus, US1_US6_another_interval_counts_at_once_and_runs_nothing_by_itself) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.advance(3 * minute);
  world.run(protocol::SetModelConfig{{{"update-status-hook-interval", "1h"}}, {}});
  EXPECT_EQ(world.runs("mysql/0"), 0U);
  world.advance(47 * minute);
  EXPECT_EQ(world.runs("mysql/0"), 0U);
  world.run(protocol::SetModelConfig{{{"update-status-hook-interval", "10s"}}, {}});
  EXPECT_EQ(world.runs("mysql/0"), 0U);
  world.advance(13'000);
  EXPECT_EQ(world.runs("mysql/0"), 1U);
  world.crash();
  world.settle();
  world.advance(13'000);
  EXPECT_EQ(world.runs("mysql/0"), 2U) << "also after a restart";
}

TEST(UpdateStatus, US1_an_agent_that_begins_after_a_failure_waits_from_then_on) {
  TimedWorld world(100);
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.advance(3 * minute + 50'000);
  world.fail_agent("hooks mysql/0");
  world.settle();
  world.advance(4 * minute - 5'000);
  EXPECT_EQ(world.runs("mysql/0"), 0U);
  world.advance(2 * minute + 10'000);
  EXPECT_EQ(world.runs("mysql/0"), 1U);
}

TEST(UpdateStatus, US2_a_crash_loses_the_one_that_runs_and_nobody_is_told) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.hooks().hold("mysql/0", "update-status");
  world.advance(6 * minute + 1'000);
  ASSERT_TRUE(world.hooks().is_running("mysql/0"));
  world.crash();
  world.settle();
  EXPECT_TRUE(world.is_well("mysql/0"));
  EXPECT_EQ(world.runs("mysql/0"), 1U);
  EXPECT_TRUE(world.rests("mysql/0"));
}

TEST(UpdateStatus, US2_a_unit_that_has_a_hook_every_ten_seconds_has_it_in_its_time) {
  for (const std::uint32_t idle_agents : {nobody_stays, 100U}) {
    TimedWorld world(idle_agents);
    world.deploy(database_charm(), "mysql");
    world.settle();
    for (int i = 0; i < 180; ++i) {
      world.run(protocol::SetConfig{"mysql", {{"size", i % 2 == 0 ? "4" : "5"}}, {}});
      world.advance(10'000);
    }
    EXPECT_GE(world.hooks().count("mysql/0", "config-changed"), 180U);
    EXPECT_GE(world.runs("mysql/0"), 5U);
  }
}

TEST(UpdateStatus, US5_one_that_fails_is_shown_and_tried_again) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.hooks().fail("mysql/0", "update-status");
  world.advance(6 * minute + 1'000);
  EXPECT_EQ(world.status("mysql/0").error.hook, "update-status");
  EXPECT_EQ(world.status("mysql/0").agent.value, "idle");
  world.crash();
  world.run();
  EXPECT_EQ(world.status("mysql/0").error.hook, "update-status");
  world.hooks().mend("mysql/0", "update-status");
  world.run(protocol::Resolve{"mysql/0", true});
  world.settle();
  EXPECT_TRUE(world.is_well("mysql/0"));
  EXPECT_TRUE(world.update_status().awaits("mysql/0"));
}

TEST(UpdateStatus, US3_a_unit_goes_past_one_that_has_failed_and_is_not_waited_for_any_more) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.hooks().fail("mysql/0", "update-status");
  world.advance(6 * minute + 1'000);
  world.run(protocol::RemoveUnit{"mysql/0", {}});
  world.settle();
  EXPECT_FALSE(world.has_unit("mysql/0"));
  EXPECT_FALSE(world.update_status().awaits("mysql/0"));
  EXPECT_EQ(world.hooks_of("mysql/0").back(), "remove");
}

TEST(UpdateStatus, US1_a_subordinate_at_rest_is_begun_through_its_principal) {
  TimedWorld world;
  world.give_hooks("web", {"install", "start"});
  begin_logged_shop(world);
  ASSERT_TRUE(world.rests("logger/0") && world.rests("web/0"));
  world.advance(6 * minute + 1'000);
  EXPECT_EQ(world.runs("logger/0"), 1U);
  EXPECT_EQ(world.runs("web/0"), 0U);
  world.settle();
  EXPECT_TRUE(world.rests("logger/0") && world.rests("web/0"));
}

} // namespace orrery::test
