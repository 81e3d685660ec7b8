#include "test/support/deterministic.hpp"
#include "test/support/probe.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using protocol::Code;
using protocol::Verdict;
using store::Life;

namespace {

World related_pair() {
  return World{}
    .application("web")
    .unit("web/0")
    .on_machine(1)
    .application("db")
    .unit("db/0")
    .on_machine(2)
    .relation("web:db db:server");
}

} // namespace

TEST(Removal, A5_an_application_that_nothing_holds_goes_at_once_with_its_settings_and_charm) {
  DeterministicSystem system(World{}.application("web"));
  EXPECT_EQ(system.run(protocol::RemoveApplication{"web"}).verdict, Verdict::Done);
  const auto contents = system.contents();
  EXPECT_TRUE(contents.applications.empty());
  EXPECT_TRUE(contents.configs.empty());
  EXPECT_TRUE(contents.charms.empty());
}

TEST(Removal, S8_an_actor_that_observes_an_application_hears_that_its_relation_has_gone) {
  DeterministicSystem system(related_pair());
  Told told;
  const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
  caf::send_as(probe, system.services().directory.find(rules::application("web")),
               protocol::Observe{});
  system.settle();
  ASSERT_EQ(told.applications.size(), 1U);
  EXPECT_EQ(told.applications[0].relations.size(), 1U);
  EXPECT_EQ(system.run(protocol::RemoveRelation{0}).verdict, Verdict::Done);
  system.settle();
  ASSERT_EQ(told.applications.size(), 2U);
  EXPECT_TRUE(told.applications[1].relations.empty());
}

TEST(Removal, A3_many_relations_and_the_application_are_one_transaction) {
  World world = related_pair();
  for (int i = 0; i < 20; ++i)
    world.relation("web:in" + std::string(1, static_cast<char>('a' + i)) + " db:server");
  world.relation("web:used db:server").entered_by("db/0");
  DeterministicSystem system(world);
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::RemoveApplication{"web"}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  ASSERT_EQ(contents.relations.size(), 1U);
  EXPECT_EQ(contents.relations.at(21).life, Life::Dying);
  EXPECT_EQ(contents.applications.at("web").life, Life::Dying);
  EXPECT_EQ(contents.applications.at("web").relation_count, 1U);
  EXPECT_EQ(contents.applications.at("db").relation_count, 1U);
  EXPECT_EQ(contents.cleanups.size(), 21U);
}

TEST(Removal, A3_relations_that_are_added_all_the_while_go_along_or_are_refused) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    World world = World{}.application("base").providing("out", "any").application("app");
    for (char letter = 'a'; letter < 'a' + 10; ++letter)
      world.requiring(std::string("in") + letter, "any");
    DeterministicSystem system(world, seed);
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> additions;
    std::uint64_t removal = 0;
    for (char letter = 'a'; letter < 'a' + 10; ++letter) {
      additions.push_back(
        system.start(protocol::AddRelation{"app", std::string("in") + letter, "base", "out"}));
      if (letter == 'c')
        removal = system.start(protocol::RemoveApplication{"app"});
      for (std::uint64_t steps = random() % 8; steps > 0; --steps)
        system.scheduler().step();
    }
    system.settle();
    EXPECT_EQ(system.answer(removal).verdict, Verdict::Done) << system.answer(removal).text;
    EXPECT_FALSE(system.contents().applications.contains("app"));
    EXPECT_TRUE(system.contents().relations.empty());
    for (const std::uint64_t addition : additions)
      EXPECT_TRUE(system.answer(addition).verdict == Verdict::Done
                  || system.answer(addition).code == Code::NotFound)
        << system.answer(addition).text;
  }
}

TEST(Removal, U9_the_last_unit_of_a_dying_application_takes_it_along) {
  DeterministicSystem system(World{}.application("web").unit("web/0").on_machine(1));
  (void)system.run(protocol::RemoveApplication{"web"});
  EXPECT_EQ(system.contents().applications.at("web").life, Life::Dying);
  (void)system.run(protocol::SetUnitDying{"web/0", "its application is Dying"});
  (void)system.run(protocol::SetUnitDead{"web/0"});
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::DeleteUnit{"web/0"}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_TRUE(contents.units.empty());
  EXPECT_TRUE(contents.statuses.empty());
  EXPECT_TRUE(contents.applications.empty());
  EXPECT_EQ(contents.sequences.at("web").next, 1U);
  EXPECT_EQ(system.run(protocol::RemoveMachine{1}).verdict, Verdict::Done) << "unassigned";
}

TEST(Removal, S8_the_last_to_leave_removes_a_dying_relation) {
  DeterministicSystem system(related_pair().entered_by("web/0").entered_by("db/0"));
  (void)system.run(protocol::RemoveRelation{0});
  (void)system.run(protocol::LeaveScope{"web/0", 0});
  EXPECT_TRUE(system.contents().relations.contains(0));
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::LeaveScope{"db/0", 0}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_TRUE(contents.relations.empty());
  EXPECT_EQ(contents.applications.at("web").relation_count, 0U);
  EXPECT_EQ(contents.applications.at("db").relation_count, 0U);
  EXPECT_TRUE(contents.cleanups.contains(0));
  EXPECT_EQ(contents.bags.size(), 2U) << "marked, not yet deleted";
}

TEST(Removal, A7_a_unit_of_another_application_takes_the_last_step) {
  // web is without units; its relation is held by db/0 alone.
  DeterministicSystem system(World{}
                               .application("web")
                               .application("db")
                               .unit("db/0")
                               .on_machine(2)
                               .relation("web:db db:server")
                               .entered_by("db/0"));
  EXPECT_EQ(system.run(protocol::RemoveApplication{"web"}).verdict, Verdict::Done);
  EXPECT_EQ(system.contents().applications.at("web").life, Life::Dying);
  EXPECT_EQ(system.run(protocol::LeaveScope{"db/0", 0}).verdict, Verdict::Done);
  const auto contents = system.contents();
  EXPECT_FALSE(contents.applications.contains("web")) << "S9, A6";
  EXPECT_FALSE(contents.configs.contains("web"));
  EXPECT_EQ(contents.applications.at("db").relation_count, 0U);
}

TEST(Removal, U4_deleting_a_dead_unit_sweeps_the_scopes_left_over) {
  // web/0 is Dead and still in scope, as if it had been forced.
  World forced = World{}
                   .application("web")
                   .dying()
                   .unit("web/0")
                   .on_machine(1)
                   .dead()
                   .application("cache")
                   .dying()
                   .application("db")
                   .dying()
                   .relation("web:db db:server")
                   .entered_by("web/0")
                   .dying()
                   .relation("web:cache cache:out")
                   .entered_by("web/0")
                   .dying();
  DeterministicSystem system(forced);
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::DeleteUnit{"web/0"}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_TRUE(contents.applications.empty()) << "its own and both counterparts (A7)";
  EXPECT_TRUE(contents.relations.empty());
  EXPECT_TRUE(contents.scopes.empty());
  EXPECT_TRUE(contents.charms.empty());
  EXPECT_EQ(contents.cleanups.size(), 2U);
}

TEST(Removal, L6_a_name_used_again_is_another_entity_and_numbers_go_on) {
  World world = World{}.application("web");
  const store::Charm charm = world.contents().charms.at(charm_url("web"));
  DeterministicSystem system(world.unit("web/0").on_machine(1).unit("web/1").on_machine(1));
  (void)system.run(protocol::RemoveApplication{"web"});
  EXPECT_EQ(system.run(protocol::CreateApplication{"web", charm, {}}).code, Code::AlreadyExists)
    << "Dying holds the name";
  for (const char* unit : {"web/0", "web/1"}) {
    (void)system.run(protocol::SetUnitDead{unit});
    (void)system.run(protocol::DeleteUnit{unit});
  }
  const auto made = system.run(protocol::CreateApplication{"web", charm, {}});
  EXPECT_EQ(made.verdict, Verdict::Done) << made.text;
  EXPECT_EQ(system.contents().applications.at("web").uid, 1U);
  EXPECT_EQ(system.run(protocol::AddUnit{"web", {}}).created, "web/2");
}

TEST(Removal, C1_the_janitor_is_told_and_deletes_the_marked_settings_in_parts) {
  DeterministicSystem system(related_pair().entered_by("web/0").entered_by("db/0"));
  Told told;
  system.services().servants.set_janitor(system.system().spawn<Probe>(std::ref(told)));
  (void)system.run(protocol::RemoveRelation{0});
  (void)system.run(protocol::LeaveScope{"web/0", 0});
  EXPECT_EQ(told.cleanups.size(), 0U);
  (void)system.run(protocol::LeaveScope{"db/0", 0});
  ASSERT_EQ(told.cleanups.size(), 1U);
  EXPECT_EQ(told.cleanups[0].relation, 0U);
  EXPECT_EQ(system.run(protocol::DeleteBags{0, {"web/0"}, false}).verdict, Verdict::Done);
  EXPECT_EQ(system.contents().bags.size(), 1U);
  EXPECT_TRUE(system.contents().cleanups.contains(0)) << "the record goes last";
  EXPECT_EQ(system.run(protocol::DeleteBags{0, {"db/0"}, true}).verdict, Verdict::Done);
  EXPECT_TRUE(system.contents().bags.empty());
  EXPECT_TRUE(system.contents().cleanups.empty());
  system.services().servants.set_janitor({});
}

TEST(Removal, M3_the_last_manager_stays) {
  DeterministicSystem system(World{}.machine(0).managing().machine(1));
  EXPECT_EQ(system.run(protocol::RemoveMachine{0}).code, Code::OnlyManager);
  EXPECT_EQ(system.run(protocol::SetMachineDead{0}).code, Code::OnlyManager);
  EXPECT_EQ(system.run(protocol::AddMachine{true, true}).created, "2");
  EXPECT_EQ(system.run(protocol::RemoveMachine{0}).verdict, Verdict::Done);
  EXPECT_EQ(system.run(protocol::RemoveMachine{2}).code, Code::OnlyManager);
  (void)system.run(protocol::SetMachineDead{0});
  EXPECT_EQ(system.run(protocol::DeleteMachine{0}).verdict, Verdict::Done);
}

} // namespace orrery::test
