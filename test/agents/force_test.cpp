#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// web/0 with a logger beside it, related to mysql/0; whatever web/0 and its logger do to go fails
/// for ever.
void make_stubborn(SimulatedWorld& world) {
  begin_logged_shop(world);
  ASSERT_TRUE(world.has_unit("logger/0"));
  for (const char* hook : {"db-relation-departed", "db-relation-broken", "stop"})
    world.hooks().fail("web/0", hook);
  for (const char* hook : {"info-relation-departed", "info-relation-broken", "stop"})
    world.hooks().fail("logger/0", hook);
}

} // namespace

TEST(Force, F1_a_subordinate_that_nobody_recalled_goes_with_its_principal) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(logger_charm(), "logger", 0);
  world.relate("logger:info", "web:juju-info");
  world.settle();
  world.provider().fail("recall logger/0", "it is busy", 12);
  world.run(protocol::RemoveUnit{"web/0", {true, 0, false}});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_TRUE(world.provider().deployed().empty());
}

TEST(Force, F1_a_unit_goes_past_failing_hooks_with_its_subordinate_and_its_scopes) {
  SimulatedWorld world;
  make_stubborn(world);
  world.run(protocol::RemoveUnit{"web/0", {}});
  world.settle();
  ASSERT_TRUE(world.has_unit("web/0")) << "its hooks hold it";
  EXPECT_EQ(world.run(protocol::RemoveUnit{"web/0", forced()}).verdict, protocol::Verdict::Done)
    << "force comes on top of what is Dying already";
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_FALSE(world.has_unit("logger/0"));
  const store::Contents contents = world.contents();
  EXPECT_TRUE(contents.forces.empty());
  EXPECT_EQ(contents.applications.at("web").unit_count, 0U);
  EXPECT_TRUE(world.has_unit("mysql/0"));
}

TEST(Force, F2_a_machine_goes_with_its_principals) {
  SimulatedWorld world;
  make_stubborn(world);
  const store::MachineId machine = world.unit("web/0").machine;
  EXPECT_EQ(world.run(protocol::RemoveMachine{machine, {}, false}).code,
            protocol::Code::HasAssignedUnits);
  EXPECT_EQ(world.run(protocol::RemoveMachine{machine, forced(), false}).verdict,
            protocol::Verdict::Done);
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_FALSE(world.contents().machines.contains(machine));
  EXPECT_TRUE(world.contents().forces.empty());
}

TEST(Force, F2_M5_what_a_machine_had_is_forgotten_though_no_recall_succeeds) {
  SimulatedWorld world;
  make_stubborn(world);
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().fail("recall web/0", "it is busy");
  world.provider().fail("recall logger/0", "it is busy");
  world.run(protocol::RemoveMachine{machine, forced(), false});
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(machine));
  EXPECT_EQ(world.notes("d "), std::vector<std::string>{"d machine-2 mysql/0"});
  EXPECT_EQ(world.notes("lweb/0"), std::vector<std::string>{});
  EXPECT_EQ(world.notes("llogger/0"), std::vector<std::string>{});
}

TEST(Force, F2_M5_a_unit_that_is_being_recalled_when_its_machine_dies_is_forgotten) {
  SimulatedWorld world;
  make_stubborn(world);
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().hold("recall web/0");
  world.run(protocol::RemoveMachine{machine, forced(), false});
  world.advance(300'000);
  EXPECT_FALSE(world.contents().machines.contains(machine));
  world.provider().release("recall web/0");
  world.settle();
  EXPECT_EQ(world.notes("d "), std::vector<std::string>{"d machine-2 mysql/0"});
}

TEST(Force, F2_M5_an_agent_that_begins_when_its_machine_is_gone_forgets_what_it_had) {
  SimulatedWorld world;
  make_stubborn(world);
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().hold("recall web/0");
  world.run(protocol::RemoveMachine{machine, forced(), false});
  world.advance(300'000);
  EXPECT_FALSE(world.contents().machines.contains(machine));
  ASSERT_TRUE(world.fail_agent_of("machine 1"));
  world.provider().release("recall web/0");
  world.settle();
  EXPECT_EQ(world.notes("d "), std::vector<std::string>{"d machine-2 mysql/0"});
}

TEST(Force, F2_M5_a_crash_after_any_effect_of_a_lost_machines_end_leaves_no_note) {
  std::uint64_t effects = 0;
  for (std::uint64_t crash = 0; crash <= effects; crash += next_moment) {
    SCOPED_TRACE(crash);
    SimulatedWorld world;
    make_stubborn(world);
    const store::MachineId machine = world.unit("web/0").machine;
    world.provider().lose(machine);
    world.settle();
    const std::uint64_t before = world.effects();
    if (crash > 0)
      world.crash_after(crash);
    world.run(protocol::RemoveMachine{machine, forced(), false});
    world.settle();
    if (crash == 0)
      effects = world.effects() - before;
    if (world.contents().machines.contains(machine)) {
      ASSERT_TRUE(world.contents().forces.empty()) << "the command was not on disk yet";
      continue;
    }
    EXPECT_EQ(world.notes("d "), std::vector<std::string>{"d machine-2 mysql/0"});
    EXPECT_EQ(world.units_recalled(),
              (std::set<std::string>{"logger/0", "web/0"})); // their logs may go some day
  }
  EXPECT_GT(effects, 5U);
}

/// Something that is forced while a principal with a subordinate stands on a lost machine.
struct LostForce {
  const char* what;
  protocol::Command command;
  const char* gone; ///< A unit that must be.
};

std::vector<LostForce> lost_forces(store::MachineId machine) {
  const protocol::Removal at_once{true, 0, false};
  return {
    {"the machine", protocol::RemoveMachine{machine, at_once, false}, "web/0"},
    {"the principal", protocol::RemoveUnit{"web/0", at_once}, "web/0"},
    {"the subordinate's application", protocol::RemoveApplication{"logger", at_once}, "logger/0"}};
}

TEST(Force, F5_no_time_is_lost_where_a_subordinate_stood_on_a_lost_machine) {
  for (std::size_t which = 0; which < lost_forces(0).size(); ++which)
    for (const bool crashes : {false, true}) {
      SimulatedWorld world;
      begin_logged_shop(world);
      const store::MachineId machine = world.unit("web/0").machine;
      const LostForce forced = lost_forces(machine)[which];
      SCOPED_TRACE(forced.what);
      world.provider().lose(machine);
      world.settle();
      world.run(forced.command);
      if (crashes)
        world.crash();
      world.advance(2'000);
      EXPECT_FALSE(world.has_unit("logger/0"));
      EXPECT_FALSE(world.has_unit(forced.gone));
      world.settle();
    }
}

TEST(Force, F3_a_relation_goes_past_failing_hooks_and_its_units_stay) {
  SimulatedWorld world;
  make_stubborn(world);
  const store::RelationId relation = world.contents().relations.begin()->first;
  world.run(protocol::RemoveRelation{relation, {}});
  world.settle();
  ASSERT_TRUE(world.contents().relations.contains(relation));
  world.run(protocol::RemoveRelation{relation, forced()});
  world.settle();
  EXPECT_FALSE(world.contents().relations.contains(relation));
  EXPECT_EQ(world.unit("web/0").life, store::Life::Alive);
}

TEST(Force, F3_an_application_goes_with_units_and_relations_peers_included) {
  SimulatedWorld world;
  world.deploy(ring_charm(), "riak", 3);
  world.settle();
  for (const char* unit : {"riak/0", "riak/1", "riak/2"})
    world.hooks().fail(unit, "ring-relation-broken");
  world.run(protocol::RemoveApplication{"riak", {}});
  world.settle();
  ASSERT_TRUE(world.contents().applications.contains("riak"));
  world.run(protocol::RemoveApplication{"riak", forced()});
  world.settle();
  world.expect_nothing_left();
}

TEST(Force, F4_a_crash_after_any_effect_of_a_forced_removal_loses_nothing) {
  std::uint64_t effects = 0;
  for (std::uint64_t crash = 0; crash <= effects; crash += next_moment) {
    SimulatedWorld world;
    make_stubborn(world);
    const std::uint64_t before = world.effects();
    if (crash > 0)
      world.crash_after(crash);
    world.run(protocol::RemoveApplication{"web", forced()});
    world.settle();
    if (crash == 0)
      effects = world.effects() - before;
    else
      EXPECT_EQ(world.crashes(), 1) << crash;
    if (world.contents().applications.contains("web") && world.contents().forces.empty())
      continue; // the crash came before the command was on disk: nobody was told that it was done
    EXPECT_FALSE(world.contents().applications.contains("web")) << "crash " << crash;
    EXPECT_TRUE(world.contents().forces.empty()) << "crash " << crash;
  }
  EXPECT_GT(effects, 5U);
}

/// Word of a wish may go to a forcer that has failed, after its successor has begun.
TEST(Force, F4_what_one_that_failed_was_to_be_told_of_its_successor_finds) {
  for (int moment = 0; moment < 30; moment += next_moment) {
    SCOPED_TRACE(moment);
    SimulatedWorld world;
    make_stubborn(world);
    world.start(protocol::RemoveUnit{"web/0", forced()});
    world.step(moment);
    world.slow_disk(true, 60'000);
    world.fail_forcer();
    world.step(1'000);
    world.settle();
    EXPECT_FALSE(world.has_unit("web/0"));
    EXPECT_TRUE(world.contents().forces.empty());
  }
}

TEST(Force, F5_the_orderly_way_has_its_chance_first) {
  for (const store::Milliseconds set_back : {0, 600'000}) { // the clock, between two processes
    SimulatedWorld world;
    make_stubborn(world);
    world.run(protocol::RemoveUnit{"web/0", forced(60'000)});
    world.set_clock(-set_back);
    if (set_back > 0)
      world.crash();
    world.advance(59'000);
    EXPECT_TRUE(world.has_unit("web/0"));
    world.advance(2'000);
    EXPECT_FALSE(world.has_unit("web/0"));
    world.settle();
  }
}

TEST(Force, F5_restarts_do_not_put_it_off_although_the_clock_was_set_back) {
  SimulatedWorld world;
  make_stubborn(world);
  world.run(protocol::RemoveUnit{"web/0", forced(60'000)});
  world.set_clock(-600'000);
  for (int restarts = 0; restarts < 3; ++restarts) {
    world.crash();
    world.advance(21'000);
  }
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(Force, F5_a_wish_that_comes_due_while_another_is_made_is_not_forgotten) {
  for (int moment = 0; moment < 40; moment += next_moment) {
    SCOPED_TRACE(moment);
    SimulatedWorld world;
    make_stubborn(world);
    const store::Milliseconds due = world.now() + 1'000;
    world.run(protocol::RemoveUnit{"web/0", forced(1'000)});
    world.start(protocol::RemoveUnit{"mysql/0", forced(600'000)});
    world.step(moment);
    while (world.now() < due) // what is on its way to the forcer comes before its waking
      world.pass(due - world.now());
    world.advance(2'000);
    EXPECT_FALSE(world.has_unit("web/0"));
    world.settle();
  }
}

TEST(Force, F5_what_goes_in_order_meanwhile_is_not_forced) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.hooks().clear();
  world.run(protocol::RemoveUnit{"web/0", forced(60'000)});
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), (std::vector<std::string>{"stop", "remove"}));
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_EQ(world.timers(), 0U);
}

} // namespace orrery::test
