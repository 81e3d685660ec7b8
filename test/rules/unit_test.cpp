#include "actors/rules/unit.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using store::Life;

namespace {

World web_unit() {
  return World{}.application("web").unit("web/0").on_machine(3);
}

/// web/0 with logging/0, both in the container relation 0.
World logged_web() {
  return web_unit()
    .subordinate("logging")
    .unit("logging/0")
    .subordinate_to("web/0")
    .relation("logging:info web:juju-info", store::ScopeKind::Container);
}

const rules::Visit tell_machine{rules::machine(3), rules::Witness{}};
const rules::Visit tell_principal{rules::unit("web/0", false), rules::Witness{}};

} // namespace

TEST(RemoveUnit, U3_an_alive_principal_goes_dying) {
  const auto unit = web_unit().unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::RemoveUnit{"web/0"}, now()), decided({put(dying(unit.record))}));
}

TEST(RemoveUnit, L3_one_that_is_not_alive_is_a_no_op) {
  EXPECT_EQ(decide(web_unit().dying().unit_state("web/0"), protocol::RemoveUnit{"web/0"}, now()),
            rules::nothing());
  EXPECT_EQ(decide(web_unit().dead().unit_state("web/0"), protocol::RemoveUnit{"web/0"}, now()),
            rules::nothing());
}

TEST(RemoveUnit, U3_a_subordinate_is_refused_with_its_principal_named) {
  EXPECT_TRUE(
    refused(decide(logged_web().unit_state("logging/0"), protocol::RemoveUnit{"logging/0"}, now()),
            Code::IsSubordinate, "subordinate of web/0"));
}

TEST(SetUnitDying, U10_the_agent_of_an_alive_unit_sets_it) {
  const auto unit = web_unit().unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::SetUnitDying{"web/0", "application"}, now()),
            decided({put(dying(unit.record))}));
}

TEST(SetUnitDying, B4_a_subordinate_tells_its_principal) {
  const auto unit = logged_web().unit_state("logging/0");
  EXPECT_EQ(decide(unit, protocol::SetUnitDying{"logging/0", "principal"}, now()),
            decided({put(dying(unit.record))}, {tell_principal}));
}

TEST(SetUnitDying, L2_never_back_from_dead) {
  const auto unit = web_unit().dead().unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::SetUnitDying{"web/0", "late"}, now()), rules::nothing());
}

TEST(SetUnitDead, U5_a_dying_unit_that_nothing_holds_goes_dead) {
  const auto unit = web_unit().dying().unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::SetUnitDead{"web/0"}, now()), decided({put(dead(unit.record))}));
}

TEST(SetUnitDead, U4_not_while_a_subordinate_exists_not_even_a_dead_one) {
  for (const Life life : {Life::Alive, Life::Dying, Life::Dead}) {
    auto unit = logged_web().unit_state("web/0");
    unit.subordinates.at("logging/0") = life;
    EXPECT_TRUE(refused(decide(unit, protocol::SetUnitDead{"web/0"}, now()), Code::HasSubordinates,
                        "logging/0"));
  }
}

TEST(SetUnitDead, U4_not_while_in_a_scope) {
  const auto unit = web_unit()
                      .dying()
                      .application("db")
                      .relation("web:db db:server")
                      .entered_by("web/0")
                      .unit_state("web/0");
  EXPECT_TRUE(refused(decide(unit, protocol::SetUnitDead{"web/0"}, now()), Code::InScope,
                      "scope of relation 0"));
}

TEST(SetUnitDead, B3_the_principal_learns_that_its_subordinate_is_dead) {
  const auto unit = logged_web().unit_state("logging/0");
  EXPECT_EQ(decide(unit, protocol::SetUnitDead{"logging/0"}, now()),
            decided({put(dead(unit.record))}, {tell_principal}));
}

TEST(DeleteUnit, U8_only_a_dead_unit) {
  EXPECT_TRUE(refused(decide(web_unit().unit_state("web/0"), protocol::DeleteUnit{"web/0"}, now()),
                      Code::NotDead, "alive, only a Dead"));
  EXPECT_TRUE(
    refused(decide(web_unit().dying().unit_state("web/0"), protocol::DeleteUnit{"web/0"}, now()),
            Code::NotDead, "dying, only a Dead"));
}

TEST(DeleteUnit, U9_unassigns_deletes_and_releases_its_application) {
  const auto unit = web_unit().dead().unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::DeleteUnit{"web/0"}, now()),
            decided({rules::erase(unit.record), rules::erase(unit.status.unpack())},
                    {tell_machine,
                     {rules::application("web"), rules::Release{{}, "web/0", charm_url("web")}}}));
}

TEST(DeleteUnit, CS4_what_its_hooks_keep_goes_with_the_unit) {
  auto unit = web_unit().dead().unit_state("web/0");
  (void)absorb(unit, rules::put(store::CharmState{"web/0", {{"a", "1"}}}));
  const rules::Decision decision = decide(unit, protocol::DeleteUnit{"web/0"}, now());
  EXPECT_EQ(std::count(decision.writes.begin(), decision.writes.end(),
                       rules::erase(store::CharmState{"web/0", {}})),
            1);
}

TEST(DeleteUnit, U9_a_subordinate_is_unassigned_from_its_principal) {
  auto unit = logged_web().unit_state("logging/0");
  unit.record.life = Life::Dead;
  EXPECT_EQ(decide(unit, protocol::DeleteUnit{"logging/0"}, now()),
            decided({rules::erase(unit.record), rules::erase(unit.status.unpack())},
                    {tell_principal,
                     {rules::application("logging"),
                      rules::Release{{}, "logging/0", charm_url("logging")}}}));
}

TEST(DeleteUnit, U4_sweeps_every_scope_left_over) {
  const auto unit = web_unit()
                      .dead()
                      .application("db")
                      .relation("web:db db:server")
                      .entered_by("web/0")
                      .relation("web:cache db:cache")
                      .entered_by("web/0")
                      .unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::DeleteUnit{"web/0"}, now()),
            decided({rules::erase(unit.record), rules::erase(unit.status.unpack())},
                    {tell_machine,
                     {rules::relation(0), rules::ReleaseScope{"web/0"}},
                     {rules::relation(1), rules::ReleaseScope{"web/0"}},
                     {rules::application("web"), rules::Release{{}, "web/0", charm_url("web")}}}));
}

TEST(EnterScope, S1_an_alive_unit_asks_the_relation_with_all_it_must_know) {
  const auto unit = logged_web().unit_state("web/0");
  const store::Settings settings{{"private-address", "10.0.0.1"}};
  EXPECT_EQ(
    decide(unit, protocol::EnterScope{"web/0", 0, settings}, now()),
    decided({}, {{rules::relation(0),
                  rules::AdmitUnit{
                    "web/0", "web", "", true, 3, {{"logging/0", Life::Alive}}, settings}}}));
}

TEST(EnterScope, S1_where_it_already_is_nothing_changes_whatever_is_alive) {
  auto unit = logged_web().entered_by("web/0").unit_state("web/0");
  for (const Life life : {Life::Alive, Life::Dying, Life::Dead}) {
    unit.record.life = life;
    EXPECT_EQ(decide(unit, protocol::EnterScope{"web/0", 0, {{"new", "value"}}}, now()),
              rules::nothing());
  }
}

TEST(EnterScope, S1_a_unit_that_is_not_alive_enters_nothing) {
  EXPECT_TRUE(refused(
    decide(web_unit().dying().unit_state("web/0"), protocol::EnterScope{"web/0", 0, {}}, now()),
    Code::CannotEnterScope, "dying and enters no scope"));
}

TEST(LeaveScope, S8_asks_the_relation_it_is_in_and_no_other) {
  const auto unit = logged_web().entered_by("web/0").unit_state("web/0");
  EXPECT_EQ(decide(unit, protocol::LeaveScope{"web/0", 0}, now()),
            decided({}, {{rules::relation(0), rules::ReleaseScope{"web/0"}}}));
  EXPECT_EQ(decide(unit, protocol::LeaveScope{"web/0", 1}, now()), rules::nothing());
}

TEST(AssertAlive, L2_holds_for_alive_units_alone) {
  EXPECT_EQ(decide(web_unit().unit_state("web/0"), rules::AssertAlive{}, now()), rules::proceed());
  EXPECT_TRUE(refused(decide(web_unit().dying().unit_state("web/0"), rules::AssertAlive{}, now()),
                      Code::NotAlive, "web/0 is dying"));
}

TEST(UnitState, S10_scopes_come_from_the_scope_records) {
  auto unit = web_unit().application("db").relation("web:db db:server").unit_state("web/0");
  const store::Scope scope{0, "web/0", store::Role::Requirer, "", false};
  EXPECT_TRUE(rules::absorb(unit, put(scope)));
  EXPECT_EQ(unit.scopes, std::set<store::RelationId>{0});
  EXPECT_FALSE(rules::absorb(unit, put(store::Scope{1, "web/1", {}, "", false})))
    << "another unit's";
  EXPECT_TRUE(rules::absorb(unit, rules::erase(scope)));
  EXPECT_TRUE(unit.scopes.empty());
}

TEST(UnitState, L5_subordinates_reference_their_principal_until_they_are_deleted) {
  auto unit = logged_web().unit_state("web/0");
  const store::Unit sub = logged_web().contents().units.at("logging/0");
  EXPECT_TRUE(rules::absorb(unit, put(dead(sub))));
  EXPECT_EQ(unit.subordinates, (std::map<std::string, Life>{{"logging/0", Life::Dead}}));
  EXPECT_TRUE(rules::absorb(unit, rules::erase(sub)));
  EXPECT_TRUE(unit.subordinates.empty());
}

} // namespace orrery::test
