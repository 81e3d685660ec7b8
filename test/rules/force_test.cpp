#include "actors/rules/application.hpp"
#include "actors/rules/force.hpp"
#include "actors/rules/machine.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

const rules::Writes none;
const rules::Context context{5'000, "remove", &none};

protocol::Removal forced(store::Milliseconds max_wait) {
  protocol::Removal how;
  how.force = true;
  how.max_wait = max_wait;
  return how;
}

store::Force
wish(store::EntityKind target, std::uint32_t id, const std::string& name, store::Milliseconds due) {
  store::Force force = rules::force_on(target, id, name);
  force.since = 5'000;
  force.due = due;
  return force;
}

rules::UnitState web_unit(store::Life life) {
  rules::UnitState unit;
  unit.record.name = "web/0";
  unit.record.application = "web";
  unit.record.life = life;
  return unit;
}

} // namespace

TEST(Force, F1_a_wish_that_is_deleted_is_known_no_more) {
  const store::Force target = rules::force_on(store::EntityKind::Unit, 0, "web/0");
  const store::Force other = rules::force_on(store::EntityKind::Unit, 0, "web/1");
  store::Rare<store::Force> wished;
  const auto absorb = [&](const rules::Write& write) {
    rules::absorb_force(wished, store::EntityKind::Unit, 0, "web/0", write);
  };
  absorb(rules::put(target));
  ASSERT_TRUE(wished);
  EXPECT_EQ(*wished, target);
  absorb(rules::erase(other));
  ASSERT_TRUE(wished);
  EXPECT_EQ(*wished, target);
  absorb(rules::erase(target));
  EXPECT_FALSE(wished);
}

TEST(RemoveUnit, F1_the_wish_is_written_with_dying) {
  const rules::UnitState unit = web_unit(store::Life::Alive);
  store::Unit dying = unit.record;
  dying.life = store::Life::Dying;
  dying.turn = {5'000, "remove", 0};
  const rules::Decision decision =
    decide(unit, protocol::Command{protocol::RemoveUnit{"web/0", forced(1'000)}}, context);
  rules::Decision expected;
  expected.writes = {rules::put(dying),
                     rules::put(wish(store::EntityKind::Unit, 0, "web/0", 6'000))};
  EXPECT_EQ(decision, expected);
}

TEST(RemoveUnit, F1_what_is_dying_already_can_be_forced_and_sooner_only) {
  rules::UnitState unit = web_unit(store::Life::Dying);
  const protocol::Command removal = protocol::RemoveUnit{"web/0", forced(1'000)};
  rules::Decision expected;
  expected.writes = {rules::put(wish(store::EntityKind::Unit, 0, "web/0", 6'000))};
  EXPECT_EQ(decide(unit, removal, context), expected);
  unit.force = wish(store::EntityKind::Unit, 0, "web/0", 6'000);
  EXPECT_EQ(decide(unit, removal, context), rules::nothing());
  EXPECT_EQ(decide(unit, protocol::Command{protocol::RemoveUnit{"web/0", forced(9'000)}}, context),
            rules::nothing());
  expected.writes = {rules::put(wish(store::EntityKind::Unit, 0, "web/0", 5'000))};
  EXPECT_EQ(decide(unit, protocol::Command{protocol::RemoveUnit{"web/0", forced(0)}}, context),
            expected);
}

TEST(RemoveMachine, F2_one_with_principals_takes_no_more_and_keeps_the_wish) {
  rules::MachineState machine;
  machine.record.id = 3;
  machine.principals = {"web/0"};
  store::Machine draining = machine.record;
  draining.draining = true;
  rules::Decision expected;
  expected.writes = {rules::put(draining),
                     rules::put(wish(store::EntityKind::Machine, 3, "", 6'000))};
  EXPECT_EQ(
    decide(machine, protocol::Command{protocol::RemoveMachine{3, forced(1'000), false}}, context),
    expected);
}

TEST(DeleteUnit, F1_the_wish_goes_with_its_target) {
  rules::UnitState unit = web_unit(store::Life::Dead);
  unit.record.assigned = false;
  unit.force = wish(store::EntityKind::Unit, 0, "web/0", 6'000);
  const rules::Decision decision =
    decide(unit, protocol::Command{protocol::DeleteUnit{"web/0"}}, context);
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(), rules::erase(*unit.force)),
            decision.writes.end());
}

TEST(RemoveUnit, F1_what_is_dead_already_can_be_forced) {
  rules::Decision expected;
  expected.writes = {rules::put(wish(store::EntityKind::Unit, 0, "web/0", 6'000))};
  EXPECT_EQ(decide(web_unit(store::Life::Dead),
                   protocol::Command{protocol::RemoveUnit{"web/0", forced(1'000)}}, context),
            expected);
}

/// What is deployed under the same name afterwards is not hit by it (L6).
TEST(RemoveApplication, F3_the_wish_goes_with_its_target) {
  rules::ApplicationState application;
  application.record.name = "web";
  application.record.life = store::Life::Dying;
  application.record.unit_count = 1;
  application.force = wish(store::EntityKind::Application, 0, "web", 6'000);
  const rules::Decision decision = decide(application, rules::Release{{}, "web/0"}, context);
  const rules::Write goes = rules::erase(*application.force);
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(), goes), decision.writes.end());
}

/// A wish for `web` is none for `web-2` or for a unit of `web`.
TEST(RemoveApplication, F3_the_wish_for_another_name_is_not_its_own) {
  rules::ApplicationState application;
  application.record.name = "web";
  for (const auto& other : {wish(store::EntityKind::Application, 0, "web-b", 6'000),
                            wish(store::EntityKind::Unit, 0, "web", 6'000)}) {
    rules::absorb(application, rules::put(other));
    EXPECT_FALSE(application.force);
  }
}

TEST(RemoveRelation, F3_the_wish_goes_with_its_target) {
  rules::RelationState relation;
  relation.record.id = 4;
  relation.force = wish(store::EntityKind::Relation, 4, "", 6'000);
  const rules::Decision decision =
    decide(relation, protocol::Command{protocol::RemoveRelation{4, {}}}, context);
  const rules::Write goes = rules::erase(*relation.force);
  EXPECT_NE(std::find(decision.writes.begin(), decision.writes.end(), goes), decision.writes.end());
}

TEST(RemoveMachine, M3_the_last_manager_stays_although_force_is_asked_for) {
  rules::MachineState machine;
  machine.record.manage_model = true;
  const rules::Step asked = rules::ReleaseManager{0};
  for (const std::set<std::string>& principals : {std::set<std::string>{}, {"web/0"}}) {
    machine.principals = principals;
    const rules::Decision decision =
      decide(machine, protocol::Command{protocol::RemoveMachine{0, forced(0), false}}, context);
    ASSERT_EQ(decision.visits.size(), 1U);
    EXPECT_EQ(decision.visits[0].step, asked);
  }
  rules::ModelState model;
  model.managers = {0};
  EXPECT_EQ(decide(model, asked, context).refusal.code, protocol::Code::OnlyManager);
}

} // namespace orrery::test
