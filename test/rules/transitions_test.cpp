#include "actors/rules/transitions.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using rules::allowed;
using rules::keeps_to_tables;
using rules::Stage;
using store::entity_kinds;
using store::EntityKind;

namespace {

constexpr std::array stages{Stage::Unborn, Stage::Alive, Stage::Dying, Stage::Dead, Stage::Removed};

World small() {
  return World{}.machine(3).application("web").unit("web/0").on_machine(3).relation("web:ring");
}

} // namespace

TEST(Transitions, L1_every_life_begins_alive) {
  for (const EntityKind kind : store::entity_kinds)
    for (const Stage stage : stages)
      EXPECT_EQ(allowed(kind, Stage::Unborn, stage), stage == Stage::Alive)
        << store::word_of(kind) << ' ' << name_of(stage);
}

TEST(Transitions, L2_no_life_turns_back) {
  for (const EntityKind kind : store::entity_kinds)
    for (const Stage before : stages)
      for (const Stage after : stages)
        EXPECT_FALSE(after < before && allowed(kind, before, after))
          << store::word_of(kind) << ' ' << name_of(after);
}

TEST(Transitions, L2_a_step_may_be_skipped_and_a_life_may_stay) {
  EXPECT_TRUE(allowed(EntityKind::Unit, Stage::Alive, Stage::Dead));
  for (const EntityKind kind : store::entity_kinds) {
    EXPECT_TRUE(allowed(kind, Stage::Dying, Stage::Dying));
    EXPECT_FALSE(allowed(kind, Stage::Removed, Stage::Removed));
  }
}

TEST(Transitions, L4_who_has_an_agent_is_dead_before_removal_and_who_has_none_never_is) {
  for (const EntityKind kind : {EntityKind::Machine, EntityKind::Unit})
    for (const Stage before : stages)
      EXPECT_EQ(allowed(kind, before, Stage::Removed), before == Stage::Dead) << name_of(before);
  for (const EntityKind kind : {EntityKind::Application, EntityKind::Relation}) {
    EXPECT_FALSE(allowed(kind, Stage::Alive, Stage::Dead));
    EXPECT_FALSE(allowed(kind, Stage::Dying, Stage::Dead));
    EXPECT_TRUE(allowed(kind, Stage::Dying, Stage::Removed));
  }
}

TEST(KeepsToTables, L1_what_is_created_is_alive) {
  const World world = small();
  const store::Unit unit = world.contents().units.at("web/0");
  const auto application = world.application_state("web");
  EXPECT_TRUE(keeps_to_tables(application, {rules::create(unit)}));
  EXPECT_FALSE(keeps_to_tables(application, {rules::create(dying(unit))}));
  EXPECT_FALSE(keeps_to_tables(world.model_state(), {rules::create(dead(unit))}));
}

TEST(KeepsToTables, L2_a_life_that_turns_back_is_told) {
  const auto unit = World{}.application("web").unit("web/0").dead().unit_state("web/0");
  store::Unit back = unit.record;
  EXPECT_TRUE(keeps_to_tables(unit, {rules::put(back)}));
  EXPECT_TRUE(keeps_to_tables(unit, {rules::erase(back)}));
  back.life = store::Life::Dying;
  EXPECT_FALSE(keeps_to_tables(unit, {rules::put(back)}));
  const auto machine = World{}.machine(3).dying().machine_state(3);
  store::Machine revived = machine.record;
  revived.life = store::Life::Alive;
  EXPECT_FALSE(keeps_to_tables(machine, {rules::put(revived)}));
  EXPECT_FALSE(keeps_to_tables(machine, {rules::erase(machine.record)}));
}

TEST(KeepsToTables, L4_no_relation_or_application_is_ever_dead) {
  const World world = small();
  const auto relation = world.relation_state(0);
  const auto application = world.application_state("web");
  EXPECT_TRUE(keeps_to_tables(relation, {rules::put(dying(relation.record))}));
  EXPECT_FALSE(keeps_to_tables(relation, {rules::put(dead(relation.record))}));
  EXPECT_FALSE(keeps_to_tables(application, {rules::put(dead(application.record))}));
}

TEST(KeepsToTables, L7_an_entity_turns_no_life_but_its_own) {
  const World world = small();
  const auto application = world.application_state("web");
  const store::Unit unit = world.contents().units.at("web/0");
  EXPECT_FALSE(keeps_to_tables(application, {rules::put(dying(unit))}));
  EXPECT_FALSE(keeps_to_tables(world.model_state(), {rules::put(dying(application.record))}));
  store::Unit other = unit;
  other.name = "web/1";
  EXPECT_FALSE(keeps_to_tables(world.unit_state("web/0"), {rules::put(dying(other))}));
}

} // namespace orrery::test
