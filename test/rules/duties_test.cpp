#include "actors/rules/dry_model.hpp"
#include "actors/rules/duties.hpp"
#include "actors/rules/force.hpp"
#include "test/support/world.hpp"

#include <gtest/gtest.h>

// What agents would ask for next, and when they would not.
namespace orrery::test {

namespace {

rules::States with_machine(store::Machine record, std::set<std::string> principals = {}) {
  rules::States states;
  rules::MachineState& machine = states.machines[record.id];
  machine.record = std::move(record);
  machine.principals = std::move(principals);
  return states;
}

store::Machine machine(store::MachineId id, store::Life life) {
  store::Machine record;
  record.id = id;
  record.life = life;
  return record;
}

const store::Force machine_1 = rules::force_on(store::ForceTarget::Machine, 1, "");

} // namespace

TEST(ForceDuties, F2_a_machine_goes_life_by_life) {
  const auto next = [](store::Life life) {
    return rules::force_duties(with_machine(machine(1, life)), machine_1);
  };
  EXPECT_EQ(next(store::Life::Alive), rules::Commands{(protocol::RemoveMachine{1, {}, false})});
  EXPECT_EQ(next(store::Life::Dying), rules::Commands{protocol::SetMachineDead{1}});
  EXPECT_EQ(next(store::Life::Dead), rules::Commands{protocol::DeleteMachine{1}});
}

TEST(ForceDuties, F2_its_principals_go_before_it) {
  const auto states = with_machine(machine(1, store::Life::Dying), {"web/0"});
  EXPECT_EQ(rules::force_duties(states, machine_1),
            rules::Commands{(protocol::ForceRemoval{store::ForceTarget::Unit, 0, "web/0"})});
}

TEST(UnitDuties, U4_U5_a_dying_unit_goes_when_it_has_no_scope_and_no_subordinate) {
  store::Machine host = machine(0, store::Life::Alive);
  host.instance = "i-0";
  const auto states = with_machine(host);
  const auto asks_to_die = [&](const std::set<store::RelationId>& scopes, const char* subordinate) {
    rules::UnitState unit;
    unit.record.name = "web/0";
    unit.record.life = store::Life::Dying;
    unit.record.assigned = true;
    unit.scopes = {scopes.begin(), scopes.end()};
    if (subordinate != nullptr)
      unit.subordinates[subordinate] = store::Life::Alive;
    return rules::unit_duties(states, unit) == rules::Commands{protocol::SetUnitDead{"web/0"}};
  };
  EXPECT_TRUE(asks_to_die({}, nullptr));
  EXPECT_FALSE(asks_to_die({3}, nullptr));
  EXPECT_FALSE(asks_to_die({}, "log/0"));
}

TEST(UnitDuties, S1_only_the_leader_enters_as_one) {
  World world;
  world.machine(1).started_as("started");
  world.application("web").unit("web/0").on_machine(1).unit("web/1").on_machine(1);
  world.application("db").relation("web:db db:server");
  store::Contents contents = world.contents();
  contents.applications.at("web").leader = "web/1";
  const rules::DryModel model(std::move(contents), 0);
  const auto enters_as_leader = [&](const std::string& name) {
    const auto duties = rules::unit_duties(model.states(), model.states().units.at(name));
    return std::get<protocol::EnterScope>(duties.at(0)).leads;
  };
  EXPECT_FALSE(enters_as_leader("web/0"));
  EXPECT_TRUE(enters_as_leader("web/1"));
}

TEST(UnitDuties, U5_a_dying_unit_leaves_its_peers_last) {
  World world;
  world.machine(1).started_as("started");
  world.application("web").unit("web/0").dying().on_machine(1);
  world.application("db").relation("web:ring").entered_by("web/0");
  world.relation("web:db db:server").entered_by("web/0");
  const rules::DryModel model(world.contents(), 0);
  EXPECT_EQ(rules::unit_duties(model.states(), model.states().units.at("web/0")),
            (rules::Commands{protocol::DepartScope{"web/0", 0}, protocol::DepartScope{"web/0", 1},
                             protocol::LeaveScope{"web/0", 1}, protocol::LeaveScope{"web/0", 0}}));
}

TEST(UnitDuties, U11_one_that_was_never_deployed_goes_when_nothing_holds_it) {
  const auto states = with_machine(machine(0, store::Life::Alive)); // without an instance
  rules::UnitState unit;
  unit.record.name = "web/0";
  unit.record.life = store::Life::Dying;
  unit.record.assigned = true;
  EXPECT_EQ(rules::unit_duties(states, unit), rules::Commands{protocol::SetUnitDead{"web/0"}});
  unit.subordinates["log/0"] = store::Life::Alive;
  EXPECT_EQ(rules::unit_duties(states, unit), rules::Commands{});
}

TEST(UnitDuties, W3_a_persons_word_is_taken_back_once_it_has_come) {
  store::Machine host = machine(0, store::Life::Alive);
  host.instance = "i-0";
  const auto states = with_machine(host);
  rules::UnitState unit;
  unit.record.name = "web/0";
  unit.record.life = store::Life::Dying;
  unit.record.assigned = true;
  unit.scopes = {3};
  EXPECT_EQ(rules::unit_duties(states, unit), rules::Commands{});
  unit.record.resolved = store::Resolved::Retry;
  EXPECT_EQ(rules::unit_duties(states, unit), rules::Commands{protocol::ClearResolved{"web/0"}});
}

TEST(UnitStuck, M11_a_unit_waits_for_its_machine_and_for_no_other) {
  store::Machine down = machine(0, store::Life::Alive);
  down.status = {"down", "gone", 1};
  const auto states = with_machine(down);
  rules::UnitState unit;
  unit.record.name = "web/0";
  unit.record.assigned = false;
  EXPECT_EQ(rules::unit_stuck(states, unit), "") << "it is on none";
  unit.record.assigned = true;
  EXPECT_EQ(rules::unit_stuck(states, unit), "machine 0: its status is down: gone");
  unit.record.machine = 1;
  EXPECT_EQ(rules::unit_stuck(states, unit), "");
}

} // namespace orrery::test
