#include "actors/agents/failures.hpp"
#include "cmd/simulate/agreement.hpp"
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

TEST(Supervision, an_agent_that_fails_begins_again_from_its_notes) {
  SimulatedWorld world;
  world.deploy(database_charm(), "mysql", 1, 0);
  world.settle();
  world.hooks().clear();
  world.fail_agent("hooks mysql/0");
  world.settle();
  EXPECT_EQ(world.provider().count("hooks mysql/0"), 2U);
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{});
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"config-changed"});
}

/// That it is done is on its way to the disk when the agent fails: its successor reads behind that.
TEST(Supervision, W4_a_hook_that_was_noted_as_done_does_not_run_again_however_slow_the_disk) {
  SimulatedWorld world;
  world.deploy(database_charm(), "mysql", 1, 0);
  world.settle();
  world.hooks().clear();
  world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  for (int i = 0; i < 1'000 && world.hooks_of("mysql/0").empty(); ++i)
    world.step(1);
  world.slow_disk(false, 60'000);
  world.step(1'000);
  ASSERT_TRUE(world.fail_agent_of("mysql/0"));
  world.step(1'000);
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"config-changed"});
}

/// Those of a unit's agent are not on disk when its machine's agent fails, nor when the unit is
/// removed.
TEST(Supervision, U8_notes_of_agents_that_failed_go_with_their_unit_however_slow_the_disk) {
  for (int moment = 0; moment < 100; moment += next_moment) {
    SCOPED_TRACE(moment);
    SimulatedWorld world;
    world.deploy(database_charm(), "mysql", 0, 0);
    world.settle();
    world.start(protocol::AddUnit{"mysql", 0});
    world.step(moment);
    world.slow_disk(false, 60'000);
    world.step(1'000);
    world.start(protocol::RemoveUnit{"mysql/0"});
    world.step(1'000);
    ASSERT_TRUE(world.fail_agent_of("machine 0"));
    world.step(1'000);
    world.settle();
    EXPECT_FALSE(world.has_unit("mysql/0"));
    EXPECT_EQ(world.notes("d "), Hooks{});
    EXPECT_EQ(world.notes("l"), Hooks{});
  }
}

/// Between the end of an agent and its new beginning, and before its first beginning.
TEST(Supervision, nothing_is_settled_while_an_agent_is_about_to_begin) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.settle();
    const auto settles_after = [&](std::size_t begun) {
      for (int step = 0; step < 10'000 && world.activity() != 0; ++step)
        world.step(1);
      EXPECT_EQ(world.activity(), 0);
      EXPECT_EQ(world.provider().count("hooks mysql/0"), begun);
    };
    world.deploy(database_charm(), "mysql", 1, 0);
    settles_after(1);
    world.fail_agent("hooks mysql/0");
    settles_after(2);
  }
}

TEST(Supervision, an_agent_that_fails_touches_nobody_else) {
  SimulatedWorld world;
  world.deploy(database_charm(), "mysql", 2, 0);
  world.settle();
  world.fail_agent("hooks mysql/0");
  world.settle();
  EXPECT_EQ(world.provider().count("hooks mysql/1"), 1U);
}

/// As by an exception, as soon as it has read its notes; so many times.
void fail_agents(SimulatedWorld& world, const std::string& unit, int times) {
  for (int i = 0; i < times; ++i) {
    ASSERT_TRUE(world.fail_agent_of(unit)) << i;
    world.run();
  }
}

TEST(Supervision, W6_an_agent_that_keeps_failing_is_shown_as_lost_and_not_restarted_for_ever) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  fail_agents(world, "web/0", 6);
  world.settle();
  EXPECT_EQ(world.status("web/0").agent.value, "lost");
  EXPECT_FALSE(world.agent_of("web/0"));
  EXPECT_EQ(world.activity(), 0);
}

/// Five failures in the life of a process that lasts for months are no agent that keeps failing.
TEST(Supervision, W6_failures_far_apart_do_not_count_together) {
  SimulatedWorld world;
  world.deploy(database_charm(), "mysql", 1, 0);
  world.settle();
  for (int i = 0; i < 4; ++i) {
    fail_agents(world, "mysql/0", 4);
    world.settle();
    world.advance(agents::Failures::far_apart + 1'000);
  }
  EXPECT_EQ(world.status("mysql/0").agent.value, "idle");
  for (int i = 0; i < 8; ++i) {
    world.fail_janitor();
    world.run();
    world.advance(agents::Failures::far_apart / 4);
  }
  EXPECT_TRUE(world.services().servants.janitor());
  EXPECT_EQ(world.status("mysql/0").agent.value, "idle") << world.status("mysql/0").agent.message;
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0").back(), "config-changed");
}

/// M11: no mistake of its agent's. It is shown, tried again with growing delay, and its directory
/// is made whole first.
TEST(Supervision, W6_an_agent_whose_provider_fails_while_it_begins_is_begun_again_later) {
  SimulatedWorld world;
  world.provider().fail("hooks web/0", "the charm's directory cannot be read", 9);
  world.deploy(web_charm(), "web", 1, 0);
  EXPECT_EQ(world.status("web/0").agent.value, "failed");
  EXPECT_EQ(world.status("web/0").agent.message, "the charm's directory cannot be read");
  world.settle();
  EXPECT_EQ(world.provider().count("hooks web/0"), 10U);
  EXPECT_EQ(world.provider().count("deploy web/0"), 10U);
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
  EXPECT_EQ(world.hooks_of("web/0").back(), "start");
}

TEST(Supervision, a_machines_agent_that_fails_leaves_one_agent_a_unit) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(database_charm(), "mysql", 2, 0);
    world.settle();
    world.hooks().clear();
    world.fail_agent("deploy mysql/0");
    world.settle();
    world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.settle();
    EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"config-changed"});
    EXPECT_EQ(world.hooks_of("mysql/1"), Hooks{"config-changed"});
    world.run(protocol::RemoveApplication{"mysql"});
    world.settle();
    world.expect_nothing_left();
  }
}

/// The holder of a unit's agent fails while that agent is slow to end: its successor waits for it.
TEST(Supervision, no_unit_has_two_agents_when_their_holder_fails) {
  const auto fail_holder = [](std::uint64_t seed, const char* holder, const char* unit) {
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web", 1, 0);
    world.deploy(logger_charm(), "logger", 0);
    world.relate("logger:info", "web:juju-info");
    world.settle();
    const caf::actor first = world.agent_of(unit);
    ASSERT_TRUE(first);
    world.slow_agent(unit, 60'000);
    ASSERT_TRUE(world.fail_agent_of(holder));
    if (seed % 2 == 0)
      world.start(protocol::RemoveUnit{"web/0"});
    world.step(10'000);
    EXPECT_EQ(world.agent_of(unit), first);
    world.settle();
    EXPECT_NE(world.agent_of(unit), first);
    EXPECT_EQ(world.has_unit(unit), seed % 2 != 0);
  };
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    fail_holder(seed, "machine 0", "web/0");
    fail_holder(seed, "web/0", "logger/0");
  }
}

TEST(Supervision, an_agent_may_fail_at_any_moment) {
  for (int moment = 0; moment < 300; moment += 3 * next_moment) {
    SCOPED_TRACE(moment);
    SimulatedWorld world;
    world.deploy(ring_charm(), "riak", 2, 0);
    world.settle();
    world.start(protocol::RemoveApplication{"riak"});
    world.step(moment);
    const std::string asked = moment % 2 == 0 ? "hooks riak/0" : "deploy riak/0";
    if (world.provider().last_asker(asked)) // it may have done its work by then
      world.fail_agent(asked);
    world.settle();
    world.expect_nothing_left();
  }
}

/// Those whom it observes still know it: it is not gone from memory.
TEST(Supervision, nobody_waits_for_what_an_agent_that_failed_was_waiting_for) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.hooks().hold("web/0", "stop");
  world.run(protocol::RemoveUnit{"web/0", {true, 60'000, false}});
  world.provider().fail("start 2", "there is no room");
  world.run(protocol::AddMachine{});
  const std::int64_t before = world.activity();
  EXPECT_EQ(before, 3) << "a hook that runs, the forcer's time, the provisioner's next try";
  world.fail_forcer();
  world.run();
  EXPECT_EQ(world.activity(), before);
  world.fail_agent("start 2");
  world.run();
  EXPECT_EQ(world.activity(), before);
}

TEST(Supervision, the_provisioner_begins_again_too) {
  SimulatedWorld world;
  world.fail_agent("start 0");
  world.run(protocol::AddMachine{});
  world.settle();
  EXPECT_EQ(world.contents().machines.at(1).instance, "i-1");
}

/// Nobody acts for them either.
TEST(Supervision, W6_subordinates_of_a_unit_whose_agent_is_lost_are_shown_as_lost) {
  SimulatedWorld world;
  begin_logged_shop(world);
  fail_agents(world, "web/0", 6);
  world.settle();
  EXPECT_EQ(world.status("web/0").agent.value, "lost");
  EXPECT_EQ(world.status("logger/0").agent.value, "lost");
  EXPECT_EQ(simulate::disagreements(world), std::vector<std::string>{});
  world.crash();
  world.settle();
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
  EXPECT_EQ(world.status("logger/0").agent.value, "idle");
}

/// What a principal's agent is told of a subordinate because another had looked, before it knows
/// which are its own: it once recalled that subordinate, with all that it had, and installed it
/// anew.
TEST(Supervision, B3_a_subordinate_is_not_recalled_by_an_agent_that_does_not_know_its_own_yet) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(logger_charm(), "logger", 0);
  world.hooks().fail("logger/0", "start");
  world.relate("logger:info", "web:juju-info");
  world.settle();
  ASSERT_EQ(world.status("logger/0").workflow, "start-error");
  world.hooks().mend("logger/0", "start");
  world.slow_entity(rules::unit("web/0", false), 60'000);
  ASSERT_TRUE(world.fail_agent_of("web/0"));
  world.start(protocol::Resolve{"logger/0", true});
  world.step(2'000);
  world.settle();
  EXPECT_EQ(world.provider().count("recall logger/0"), 0U);
  EXPECT_EQ(count(world.hooks_of("logger/0"), "install"), 1U);
  EXPECT_EQ(world.status("logger/0").workflow, "running");
}

} // namespace orrery::test
