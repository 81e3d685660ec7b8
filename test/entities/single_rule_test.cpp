#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

/// Rules whose decisions meet only between the actors, one by one.
namespace orrery::test {

using protocol::Code;
using protocol::Verdict;
using store::Life;

namespace {

/// web/0 on machine 1, db/0 on machine 2, related by `web:in db:out`, nobody in scope yet.
World related_once() {
  return World{}
    .machine(0)
    .managing()
    .application("web")
    .requiring("in", "any")
    .unit("web/0")
    .on_machine(1)
    .application("db")
    .providing("out", "any")
    .unit("db/0")
    .on_machine(2)
    .relation("web:in db:out");
}

/// A refusal that changes nothing.
void expect_refused(DeterministicSystem& system, const protocol::Command& command, Code code) {
  const std::uint64_t before = system.contents().sequence;
  const protocol::Answer answer = system.run(command);
  EXPECT_EQ(answer.verdict, Verdict::Refused) << answer.text;
  EXPECT_EQ(answer.code, code) << answer.text;
  EXPECT_EQ(system.contents().sequence, before);
}

} // namespace

TEST(SingleRule, M1_a_unit_that_is_placed_nowhere_brings_its_machine) {
  DeterministicSystem system(World{}.machine(0).application("web"));
  EXPECT_EQ(system.run(protocol::AddUnit{"web", {}}).created, "web/0");
  EXPECT_EQ(system.run(protocol::AddUnit{"web", 0}).created, "web/1");
  EXPECT_EQ(system.run(protocol::AddMachine{}).created, "2");
  const auto contents = system.contents();
  EXPECT_EQ(contents.machines.size(), 3U);
  EXPECT_EQ(contents.units.at("web/0").machine, 1U);
  EXPECT_EQ(contents.units.at("web/1").machine, 0U);
}

TEST(SingleRule, M2_a_machine_that_hosts_nothing_takes_no_unit) {
  DeterministicSystem system(World{}.machine(0).managing().hosting_nothing().application("web"));
  expect_refused(system, protocol::AddUnit{"web", 0}, Code::NotAlive);
  EXPECT_TRUE(system.contents().units.empty());
}

TEST(SingleRule, M7_a_machine_is_deleted_only_when_dead) {
  DeterministicSystem system(World{}.machine(0).managing().machine(1));
  expect_refused(system, protocol::DeleteMachine{1}, Code::NotDead);
  (void)system.run(protocol::RemoveMachine{1});
  expect_refused(system, protocol::DeleteMachine{1}, Code::NotDead);
  (void)system.run(protocol::SetMachineDead{1});
  EXPECT_EQ(system.run(protocol::DeleteMachine{1}).verdict, Verdict::Done);
  EXPECT_FALSE(system.contents().machines.contains(1));
}

TEST(SingleRule, U2_no_unit_goes_to_a_machine_that_is_going) {
  DeterministicSystem system(World{}.machine(0).managing().machine(1).application("web"));
  (void)system.run(protocol::RemoveMachine{1});
  expect_refused(system, protocol::AddUnit{"web", 1}, Code::NotAlive);
  EXPECT_EQ(system.contents().applications.at("web").unit_count, 0U);
}

TEST(SingleRule, U3_a_subordinate_stays_with_its_principal) {
  DeterministicSystem system(
    related_once().subordinate("log").unit("log/0").subordinate_to("web/0").relation(
      "log:info web:juju-info", store::ScopeKind::Container));
  expect_refused(system, protocol::RemoveUnit{"log/0"}, Code::IsSubordinate);
  EXPECT_EQ(system.run(protocol::RemoveUnit{"web/0"}).verdict, Verdict::Done);
  EXPECT_EQ(system.contents().units.at("web/0").life, Life::Dying);
  EXPECT_EQ(system.contents().units.at("log/0").life, Life::Alive);
}

TEST(SingleRule, B6_one_end_makes_a_relation_container_scoped) {
  DeterministicSystem system(
    related_once().subordinate("log").requiring("info", "juju-info", store::ScopeKind::Container));
  const auto id = system.run(protocol::AddRelation{"web", "juju-info", "log", "info"}).created;
  EXPECT_EQ(id, "1");
  EXPECT_EQ(system.contents().relations.at(1).scope, store::ScopeKind::Container);
  EXPECT_EQ(system.contents().relations.at(0).scope, store::ScopeKind::Global);
}

TEST(SingleRule, A1_a_name_in_use_is_not_given_twice) {
  DeterministicSystem system(related_once());
  (void)system.run(protocol::RemoveApplication{"web"});
  store::Charm charm;
  charm.url = "local:web-2";
  charm.name = "web";
  expect_refused(system, protocol::CreateApplication{"web", charm, {}}, Code::AlreadyExists);
  EXPECT_EQ(system.run(protocol::CreateApplication{"web2", charm, {}}).created, "web2");
  EXPECT_EQ(system.contents().applications.at("web2").life, Life::Alive);
}

TEST(SingleRule, A4_an_application_with_a_unit_is_dying_without_the_relations_that_went) {
  DeterministicSystem system(related_once());
  EXPECT_EQ(system.run(protocol::RemoveApplication{"web"}).verdict, Verdict::Done);
  const auto contents = system.contents();
  EXPECT_EQ(contents.applications.at("web").life, Life::Dying);
  EXPECT_EQ(contents.applications.at("web").relation_count, 0U);
  EXPECT_EQ(contents.applications.at("db").relation_count, 0U);
  EXPECT_TRUE(contents.relations.empty());
}

TEST(SingleRule, A6_the_last_unit_takes_record_settings_and_charm_along) {
  DeterministicSystem system(World{}.machine(0).application("web").unit("web/0").on_machine(0));
  (void)system.run(protocol::RemoveApplication{"web"});
  (void)system.run(protocol::SetUnitDead{"web/0"});
  EXPECT_TRUE(system.contents().configs.contains("web"));
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::DeleteUnit{"web/0"}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_TRUE(contents.applications.empty());
  EXPECT_TRUE(contents.configs.empty());
  EXPECT_TRUE(contents.charms.empty());
}

TEST(SingleRule, R1_the_key_names_the_requirer_first_however_it_was_asked) {
  for (const bool turned : {false, true}) {
    DeterministicSystem system(
      World{}.application("db").providing("out", "any").application("web").requiring("in", "any"));
    (void)system.run(turned ? protocol::AddRelation{"db", "out", "web", "in"}
                            : protocol::AddRelation{"web", "in", "db", "out"});
    EXPECT_EQ(system.contents().relations.at(0).key, "web:in db:out");
  }
}

TEST(SingleRule, R4_an_endpoint_that_is_not_there_is_said_and_juju_info_always_is) {
  DeterministicSystem system(related_once().application("watch").requiring("any", "juju-info"));
  expect_refused(system, protocol::AddRelation{"watch", "none", "web", "juju-info"},
                 Code::NoSuchEndpoint);
  EXPECT_EQ(system.run(protocol::AddRelation{"watch", "any", "web", "juju-info"}).verdict,
            Verdict::Done);
}

TEST(SingleRule, R5_a_relation_in_use_turns_dying_and_is_counted_still) {
  DeterministicSystem system(related_once().entered_by("web/0"));
  EXPECT_EQ(system.run(protocol::RemoveRelation{0}).verdict, Verdict::Done);
  const auto contents = system.contents();
  EXPECT_EQ(contents.relations.at(0).life, Life::Dying);
  EXPECT_EQ(contents.applications.at("web").relation_count, 1U);
  EXPECT_EQ(contents.applications.at("db").relation_count, 1U);
}

TEST(SingleRule, R6_a_relation_without_units_goes_and_leaves_its_settings_to_the_janitor) {
  DeterministicSystem system(related_once());
  EXPECT_EQ(system.run(protocol::RemoveRelation{0}).verdict, Verdict::Done);
  const auto contents = system.contents();
  EXPECT_TRUE(contents.relations.empty());
  EXPECT_EQ(contents.applications.at("web").relation_count, 0U);
  EXPECT_EQ(contents.applications.at("db").relation_count, 0U);
  EXPECT_TRUE(contents.cleanups.contains(0));
}

TEST(SingleRule, R8_each_unit_leaves_a_dying_relation_by_itself) {
  DeterministicSystem system(related_once().entered_by("web/0").entered_by("db/0"));
  (void)system.run(protocol::RemoveRelation{0});
  EXPECT_EQ(system.contents().relations.at(0).unit_count, 2U);
  (void)system.run(protocol::LeaveScope{"web/0", 0});
  EXPECT_EQ(system.contents().relations.at(0).unit_count, 1U);
  (void)system.run(protocol::LeaveScope{"db/0", 0});
  EXPECT_TRUE(system.contents().relations.empty());
}

TEST(SingleRule, S9_a_dying_counterpart_goes_with_its_last_relation) {
  World world =
    World{}.machine(0).application("db").dying().application("web").unit("web/0").on_machine(0);
  DeterministicSystem system(world.relation("web:in db:out").dying().entered_by("web/0"));
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::LeaveScope{"web/0", 0}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_FALSE(contents.applications.contains("db"));
  EXPECT_EQ(contents.applications.at("web").relation_count, 0U);
}

} // namespace orrery::test
