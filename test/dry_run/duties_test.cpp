#include "actors/foretell/duties.hpp"
#include "actors/foretell/played_unit.hpp"
#include "actors/foretell/stuck.hpp"
#include "actors/rules/dry_model.hpp"
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

/// Plays until the unit's agent asks something; nothing where it asks nothing.
foretell::Commands first_asked(const rules::States& states, const std::string& unit) {
  foretell::Commands asked;
  foretell::PlayedUnits{}.play(states, unit, [&](const protocol::Command& command) {
    if (asked.empty())
      asked.push_back(command);
    return false;
  });
  return asked;
}

/// Plays on, and tells all that it asks, as the model answers.
foretell::Commands all_asked(rules::DryModel& model, const std::string& unit) {
  foretell::Commands asked;
  foretell::PlayedUnits{}.play(model.states(), unit, [&](const protocol::Command& command) {
    asked.push_back(command);
    return !model.run(command).writes.empty();
  });
  return asked;
}

const store::Force machine_1 = rules::force_on(store::EntityKind::Machine, 1, "");

} // namespace

TEST(ForceDuties, F2_a_machine_goes_life_by_life) {
  const auto next = [](store::Life life) {
    return foretell::force_duties(with_machine(machine(1, life)), machine_1);
  };
  EXPECT_EQ(next(store::Life::Alive), foretell::Commands{(protocol::RemoveMachine{1, {}, false})});
  EXPECT_EQ(next(store::Life::Dying), foretell::Commands{protocol::SetMachineDead{1}});
  EXPECT_EQ(next(store::Life::Dead), foretell::Commands{protocol::DeleteMachine{1}});
}

TEST(ForceDuties, F2_its_principals_go_before_it) {
  const auto states = with_machine(machine(1, store::Life::Dying), {"web/0"});
  EXPECT_EQ(foretell::force_duties(states, machine_1),
            foretell::Commands{(protocol::ForceRemoval{store::EntityKind::Unit, 0, "web/0"})});
}

TEST(UnitDuties, U4_U5_a_dying_unit_goes_when_it_has_no_subordinate) {
  store::Machine host = machine(0, store::Life::Alive);
  host.instance = "i-0";
  auto states = with_machine(host);
  rules::UnitState& unit = states.units["web/0"];
  unit.record.name = "web/0";
  unit.record.application = "web";
  unit.record.life = store::Life::Dying;
  unit.record.assigned = true;
  EXPECT_EQ(first_asked(states, "web/0"), foretell::Commands{protocol::SetUnitDead{"web/0"}});
  unit.subordinates["log/0"] = store::Life::Alive;
  EXPECT_EQ(first_asked(states, "web/0"), foretell::Commands{});
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
    return std::get<protocol::EnterScope>(first_asked(model.states(), name).at(0)).leads;
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
  store::Contents contents = world.contents();
  contents.statuses.at("web/0").workflow = "running";
  rules::DryModel model(std::move(contents), 0);
  const foretell::Commands asked = all_asked(model, "web/0");
  const foretell::Commands scopes(asked.begin(), asked.begin() + 4);
  EXPECT_EQ(scopes, (foretell::Commands{
                      protocol::DepartScope{"web/0", 0}, protocol::DepartScope{"web/0", 1},
                      protocol::LeaveScope{"web/0", 1}, protocol::LeaveScope{"web/0", 0}}));
}

TEST(UnitDuties, U11_one_that_was_never_deployed_goes_when_nothing_holds_it) {
  auto states = with_machine(machine(0, store::Life::Alive)); // without an instance
  rules::UnitState& unit = states.units["web/0"];
  unit.record.name = "web/0";
  unit.record.life = store::Life::Dying;
  unit.record.assigned = true;
  EXPECT_EQ(first_asked(states, "web/0"), foretell::Commands{protocol::SetUnitDead{"web/0"}});
  unit.subordinates["log/0"] = store::Life::Alive;
  EXPECT_EQ(first_asked(states, "web/0"), foretell::Commands{});
}

TEST(UnitDuties, W3_a_persons_word_is_taken_back_once_it_has_come) {
  store::Machine host = machine(0, store::Life::Alive);
  host.instance = "i-0";
  auto states = with_machine(host);
  rules::UnitState& unit = states.units["web/0"];
  unit.record.name = "web/0";
  unit.record.life = store::Life::Dying;
  unit.record.assigned = true;
  unit.subordinates["log/0"] = store::Life::Alive;
  EXPECT_EQ(first_asked(states, "web/0"), foretell::Commands{});
  unit.record.resolved = store::Resolved::Retry;
  EXPECT_EQ(first_asked(states, "web/0"), foretell::Commands{protocol::ClearResolved{"web/0"}});
}

TEST(UnitDuties, W2_a_hook_that_waits_for_a_person_holds_all_but_departing) {
  World world;
  world.machine(1).started_as("started");
  world.application("web").unit("web/0").dying().on_machine(1);
  world.application("db").relation("web:db db:server").entered_by("web/0");
  store::Contents contents = world.contents();
  store::UnitStatus& status = contents.statuses.at("web/0");
  status.workflow = "hook-error";
  status.error.hook = "config-changed";
  status.error.attempt = status.error.attempts_max = 5;
  rules::DryModel model(std::move(contents), 0);
  EXPECT_EQ(all_asked(model, "web/0"), foretell::Commands{(protocol::DepartScope{"web/0", 0})});
  EXPECT_EQ(foretell::unit_stuck(model.states(), model.states().units.at("web/0")),
            "hook \"config-changed\" has failed and waits for a person: resolved web/0");
}

TEST(UnitStuck, M11_a_unit_waits_for_its_machine_and_for_no_other) {
  store::Machine down = machine(0, store::Life::Alive);
  down.status = {"down", "gone", 1};
  const auto states = with_machine(down);
  rules::UnitState unit;
  unit.record.name = "web/0";
  unit.record.assigned = false;
  EXPECT_EQ(foretell::unit_stuck(states, unit), "") << "it is on none";
  unit.record.assigned = true;
  EXPECT_EQ(foretell::unit_stuck(states, unit), "machine 0: its status is down: gone");
  unit.record.machine = 1;
  EXPECT_EQ(foretell::unit_stuck(states, unit), "");
}

} // namespace orrery::test
