#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

TEST(LostMachines, M11_a_look_that_fails_is_tried_again) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().fail("look 1", "too busy", 2);
  world.provider().lose(1);
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down");
}

/// A provider that cannot tell is asked again, as long as a machine that it could be is being made,
/// too.
TEST(LostMachines, M8_an_unknown_instance_goes_whenever_it_can_be_told) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().fail("start 3", "no room", 7);
  world.run(protocol::AddMachine{false, true});
  world.provider().add_instance("i-77");
  world.crash();
  world.settle();
  EXPECT_FALSE(world.provider().instances().contains("i-77"));
  EXPECT_TRUE(world.provider().instances().contains("i-3"));
}

/// One that goes, and waits for a unit that only force ends, is never made: it keeps no other's
/// instance.
TEST(LostMachines, M8_an_unknown_instance_goes_though_a_machine_without_one_waits) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  world.provider().fail("start 1", "no room", 1'000);
  world.run(protocol::RetryProvisioning{1});
  world.run(protocol::RemoveMachine{1, {}, true});
  world.settle();
  ASSERT_EQ(machine(world, 1).instance, "");
  ASSERT_EQ(machine(world, 1).life, store::Life::Dying);
  world.provider().add_instance("i-77");
  world.crash();
  world.settle();
  EXPECT_FALSE(world.provider().instances().contains("i-77"));
}

TEST(LostMachines, M11_a_lost_machine_is_down_and_its_units_are_lost) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down");
  EXPECT_EQ(machine(world, 1).status.message, "it burnt down");
  for (const char* unit : {"web/0", "logger/0"})
    EXPECT_EQ(world.status(unit).agent.value, "lost") << unit;
  EXPECT_EQ(world.status("mysql/0").agent.value, "idle");
  EXPECT_EQ(machine(world, 2).status.value, "started");
}

TEST(LostMachines, W6_a_crash_after_any_effect_of_a_loss_leaves_no_unit_that_seems_to_run) {
  std::uint64_t effects = 0;
  for (std::uint64_t crash = 0; crash <= effects; crash += next_moment) {
    SCOPED_TRACE(crash);
    SimulatedWorld world;
    begin_logged_shop(world);
    const std::uint64_t before = world.effects();
    if (crash > 0)
      world.crash_after(crash);
    world.provider().lose(1);
    world.settle();
    if (crash == 0)
      effects = world.effects() - before;
    for (const char* unit : {"web/0", "logger/0"})
      EXPECT_EQ(world.status(unit).agent.value, "lost") << unit;
  }
  EXPECT_GT(effects, 2U);
}

TEST(LostMachines, M11_one_that_is_found_again_goes_on_where_it_was) {
  SimulatedWorld world;
  begin_logged_shop(world);
  const auto hooks = world.hooks_of("web/0");
  world.provider().lose(1);
  world.settle();
  world.provider().find(1);
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "started");
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
  EXPECT_EQ(world.hooks_of("web/0"), hooks) << "nothing ran again";
}

TEST(LostMachines, M11_one_lost_while_the_orchestrator_was_down_is_seen_at_its_start) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.crash();
  world.provider().lose(1); // nobody watches
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down");
  world.crash();
  world.provider().find(1);
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "started");
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
}

TEST(LostMachines, U5_one_that_ran_waits_for_its_machine_to_be_found_and_runs_its_last_hooks) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"web/0"}).ok());
  world.settle();
  EXPECT_TRUE(world.has_unit("web/0"));
  world.provider().find(1);
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_EQ(count(world.hooks_of("web/0"), "stop"), 1U);
  EXPECT_EQ(world.provider().count("recall web/0"), 1U);
}

TEST(LostMachines, F1_a_unit_of_a_lost_machine_is_removed_by_force) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"web/0", {true, 0, false}}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_FALSE(world.has_unit("logger/0"));
}

TEST(LostMachines, F2_a_lost_machine_is_removed_by_force) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveMachine{1, {true, 0, false}, false}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_FALSE(world.contents().machines.contains(1));
}

TEST(LostMachines, M8_one_that_is_found_again_when_its_record_is_gone_is_released) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveMachine{1, {true, 0, false}, false}).ok());
  world.settle();
  ASSERT_FALSE(world.contents().machines.contains(1));
  world.provider().find(1);
  world.settle();
  world.advance(120'000); // seen twice
  EXPECT_FALSE(world.provider().instances().contains("i-1"));
}

TEST(LostMachines, M8_programs_of_one_that_force_deleted_end_though_its_directory_is_lost) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().keep("web/0", 1, 0);
  world.provider().fail("recall web/0", "it is busy");
  world.provider().fail("stop i-1", "it is busy");
  world.provider().lose(1);
  world.run(protocol::RemoveMachine{1, {true, 0, false}, false});
  for (int second = 0; second < 300 && world.contents().machines.contains(1); ++second)
    world.advance(1'000);
  ASSERT_FALSE(world.contents().machines.contains(1));
  ASSERT_FALSE(world.provider().kept().empty()) << "nothing is left to be found";
  world.provider().mend("stop i-1");
  world.crash(); // whoever knew of it is gone, too
  world.settle();
  world.advance(300'000);
  EXPECT_TRUE(world.provider().kept().empty());
}

TEST(LostMachines, M11_one_of_which_programs_are_left_is_lost_all_the_same_after_a_start) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().keep("web/0", 1, 0);
  world.provider().forget_askers(); // nobody hears of it
  world.provider().lose(1);
  world.crash();
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down");
}

TEST(LostMachines, U11_a_unit_that_was_never_deployed_goes_although_its_machine_is_lost) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_EQ(world.add_unit("web", 1), "web/1");
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"web/1"}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("web/1"));
  EXPECT_TRUE(world.hooks_of("web/1").empty());
}

/// Both rested when the machine was lost, so that no deployer had seen the subordinate.
TEST(LostMachines, M11_a_subordinate_that_rested_is_deployed_again_however_soon) {
  for (int steps = 0; steps < 60; steps += next_moment) {
    SCOPED_TRACE(steps);
    SimulatedWorld world(1, rules::history_kept, 0);
    begin_logged_shop(world);
    ASSERT_TRUE(world.rests("web/0"));
    ASSERT_TRUE(world.rests("logger/0"));
    world.provider().lose(1);
    world.step(steps);
    world.start(protocol::RetryProvisioning{1});
    world.settle();
    if (machine(world, 1).status.value == "down") {
      EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
    }
    world.settle();
    EXPECT_EQ(machine(world, 1).status.value, "started");
    EXPECT_TRUE(world.provider().deployed().contains("logger/0"));
  }
}

TEST(LostMachines, M11_losing_and_finding_at_any_moment_ends_well) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web");
    world.deploy(logger_charm(), "logger", 0);
    world.start(protocol::AddRelation{"logger", "info", "web", "juju-info"});
    world.step(static_cast<int>(seed) * 4);
    world.provider().lose(1);
    world.step(static_cast<int>(seed % 7) * 5);
    if (seed % 3 == 0)
      world.provider().find(1);
    world.settle();
    if (machine(world, 1).status.value == "down") {
      EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
    }
    world.settle();
    EXPECT_EQ(machine(world, 1).status.value, "started");
    EXPECT_EQ(world.status("web/0").agent.value, "idle");
    EXPECT_TRUE(world.run(protocol::RemoveApplication{"web"}).ok());
    EXPECT_TRUE(world.run(protocol::RemoveApplication{"logger"}).ok());
    world.settle();
    world.expect_nothing_left();
  }
}

/// The first list of instances waited for machines that had been seen already, and for ever, where
/// others were added while a process began.
TEST(LostMachines, M11_one_that_is_lost_while_nobody_watches_is_seen_whatever_is_added_meanwhile) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    begin_logged_shop(world);
    world.crash();
    world.provider().lose(1);
    for (int i = 0; i < 6; ++i) {
      world.step(10);
      world.start(protocol::AddMachine{false, true});
    }
    world.settle();
    EXPECT_EQ(machine(world, 1).status.value, "down");
  }
}

} // namespace orrery::test
