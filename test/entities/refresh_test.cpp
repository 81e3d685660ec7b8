#include "test/support/deterministic.hpp"
#include "test/support/probe.hpp"

#include <gtest/gtest.h>

/// Refreshes through the real entities. Whenever one has settled, all counts are exact on disk.
namespace orrery::test {

using protocol::Code;
using protocol::Verdict;
using store::Life;

namespace {

using Older = std::map<std::string, std::uint32_t>;

/// web with two units, in its peer relation `web:ring`.
World ringed_web() {
  return World{}
    .machine(0)
    .managing()
    .application("web")
    .peering("ring", "ring")
    .unit("web/0")
    .on_machine(1)
    .unit("web/1")
    .on_machine(2)
    .relation("web:ring")
    .entered_by("web/0", {{"a", "1"}})
    .entered_by("web/1");
}

protocol::RefreshApplication refresh_to(std::uint32_t revision,
                                        const std::vector<std::string>& peers = {"ring"}) {
  protocol::RefreshApplication wanted;
  wanted.application = "web";
  wanted.charm.name = "web";
  wanted.charm.revision = revision;
  wanted.charm.url = "local:web-" + std::to_string(revision);
  for (const std::string& name : peers)
    wanted.charm.endpoints.push_back(
      {name, "ring", store::Role::Peer, store::ScopeKind::Global, 0});
  return wanted;
}

protocol::SetUnitCharm move(const std::string& unit, std::uint32_t revision) {
  return {unit, "local:web-" + std::to_string(revision)};
}

/// By which urls entities and agents find one.
bool has_charm(DeterministicSystem& system, std::uint32_t revision) {
  const std::string url = "local:web-" + std::to_string(revision);
  const bool stored = system.contents().charms.contains(url);
  EXPECT_EQ(system.services().charms.find(url) != nullptr, stored) << url;
  return stored;
}

void remove_unit(DeterministicSystem& system, const std::string& unit) {
  (void)system.run(protocol::RemoveUnit{unit});
  (void)system.run(protocol::LeaveScope{unit, 0});
  (void)system.run(protocol::SetUnitDead{unit});
  EXPECT_EQ(system.run(protocol::DeleteUnit{unit}).verdict, Verdict::Done);
}

} // namespace

TEST(Refresh, P21_is_one_transaction_and_touches_no_unit) {
  DeterministicSystem system(ringed_web());
  const store::Contents before = system.contents();
  EXPECT_EQ(system.run(refresh_to(2)).verdict, Verdict::Done);
  const store::Contents after = system.contents();
  EXPECT_EQ(after.sequence, before.sequence + 1);
  EXPECT_EQ(after.units, before.units);
  EXPECT_EQ(after.relations, before.relations);
  EXPECT_EQ(after.applications.at("web").charm, "local:web-2");
  EXPECT_EQ(after.applications.at("web").older_charms, (Older{{"local:web-1", 2}}));
  EXPECT_TRUE(has_charm(system, 1));
  EXPECT_TRUE(has_charm(system, 2));
}

TEST(Refresh, P21_a_charm_is_erased_with_the_last_unit_that_leaves_it_and_not_before) {
  DeterministicSystem system(ringed_web());
  (void)system.run(refresh_to(2));
  EXPECT_EQ(system.run(move("web/0", 2)).verdict, Verdict::Done);
  EXPECT_TRUE(has_charm(system, 1));
  EXPECT_EQ(system.run(move("web/1", 2)).verdict, Verdict::Done);
  EXPECT_FALSE(has_charm(system, 1));
  EXPECT_TRUE(system.contents().applications.at("web").older_charms.empty());
  EXPECT_EQ(system.run(move("web/1", 2)).verdict, Verdict::Nothing);
}

TEST(Refresh, P36_what_no_unit_has_taken_goes_with_the_next_and_who_asks_for_it_is_refused) {
  DeterministicSystem system(ringed_web());
  (void)system.run(refresh_to(2));
  (void)system.run(refresh_to(3));
  EXPECT_FALSE(has_charm(system, 2));
  EXPECT_EQ(system.run(move("web/0", 2)).code, Code::Contention);
  EXPECT_EQ(system.contents().units.at("web/0").charm, "local:web-1");
  EXPECT_EQ(system.run(move("web/0", 3)).verdict, Verdict::Done);
  EXPECT_EQ(system.run(refresh_to(4)).verdict, Verdict::Done);
  EXPECT_EQ(system.contents().applications.at("web").older_charms,
            (Older{{"local:web-1", 1}, {"local:web-3", 1}}));
}

TEST(Refresh, P21_units_that_are_removed_on_the_way_release_what_they_have) {
  DeterministicSystem system(ringed_web());
  (void)system.run(refresh_to(2));
  (void)system.run(move("web/0", 2));
  remove_unit(system, "web/1");
  EXPECT_FALSE(has_charm(system, 1)) << "web/1 had it last";
  EXPECT_EQ(system.contents().applications.at("web").unit_count, 1U);
  (void)system.run(refresh_to(3));
  EXPECT_TRUE(has_charm(system, 2));
  (void)system.run(protocol::RemoveApplication{"web"});
  remove_unit(system, "web/0");
  EXPECT_TRUE(system.contents().applications.empty());
  EXPECT_TRUE(system.contents().charms.empty()) << "those of its units, too (A6)";
}

TEST(Refresh, P37_new_units_have_the_newest_charm) {
  DeterministicSystem system(ringed_web());
  (void)system.run(refresh_to(2));
  EXPECT_EQ(system.run(protocol::AddUnit{"web", {}}).created, "web/2");
  EXPECT_EQ(system.contents().units.at("web/2").charm, "local:web-2");
}

TEST(Refresh, P4_numbers_go_on_when_the_charm_is_gone) {
  DeterministicSystem system(World{}.machine(0).managing().application("web"));
  EXPECT_EQ(system.run(protocol::NumberCharm{"web", 0}).created, "2");
  EXPECT_EQ(system.run(protocol::NumberCharm{"web", 0}).created, "3") << "also if nobody took it";
  (void)system.run(refresh_to(3, {}));
  (void)system.run(protocol::RemoveApplication{"web"});
  EXPECT_TRUE(system.contents().charms.empty());
  system.restart();
  EXPECT_EQ(system.run(protocol::NumberCharm{"web", 0}).created, "4");
  EXPECT_EQ(system.run(protocol::CreateApplication{"shop", refresh_to(9).charm, {}}).verdict,
            Verdict::Done);
  EXPECT_EQ(system.run(protocol::NumberCharm{"web", 0}).created, "10") << "deployed charms count";
}

TEST(Refresh, P21_agents_are_told_and_read_the_new_charm) {
  DeterministicSystem system(ringed_web());
  Told told;
  const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
  const caf::actor web = system.services().directory.find(rules::application("web"));
  caf::send_as(probe, web, protocol::Observe{});
  system.settle();
  (void)system.run(refresh_to(2));
  ASSERT_EQ(told.applications.size(), 2U);
  EXPECT_EQ(told.applications[1].application.charm, "local:web-2");
  caf::send_as(probe, web, protocol::ReadConfig{1});
  system.settle();
  ASSERT_EQ(told.configs.size(), 1U);
  EXPECT_EQ(told.configs[0].charm.url, "local:web-2");
  protocol::RefreshApplication forced = refresh_to(2);
  forced.force_units = true;
  EXPECT_EQ(system.run(forced).verdict, Verdict::Done);
  ASSERT_EQ(told.applications.size(), 3U) << "who waits in error is forced (P31)";
  EXPECT_TRUE(told.applications[2].application.force_units);
  EXPECT_EQ(told.applications[2].application.config_version,
            told.applications[1].application.config_version);
}

TEST(Refresh, P23_peers_change_at_once_and_units_that_were_in_scope_know_it) {
  DeterministicSystem system(ringed_web());
  Told told;
  const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
  caf::send_as(probe, system.services().directory.find(rules::unit("web/0", false)),
               protocol::Observe{});
  system.settle();
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(refresh_to(2, {"gossip", "votes"})).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const store::Contents contents = system.contents();
  EXPECT_FALSE(contents.relations.contains(0));
  EXPECT_TRUE(contents.scopes.empty());
  EXPECT_TRUE(contents.cleanups.contains(0)) << "the janitor deletes its settings (C1)";
  EXPECT_EQ(contents.relations.at(1).key, "web:gossip");
  EXPECT_EQ(contents.relations.at(2).key, "web:votes");
  EXPECT_EQ(contents.applications.at("web").relation_count, 2U);
  ASSERT_EQ(told.units.size(), 2U);
  EXPECT_EQ(told.units[0].scopes.size(), 1U);
  EXPECT_TRUE(told.units[1].scopes.empty());
  (void)system.run(protocol::RemoveUnit{"web/0"});
  EXPECT_EQ(system.run(protocol::SetUnitDead{"web/0"}).verdict, Verdict::Done)
    << "no scope holds it";
  EXPECT_EQ(system.run(protocol::EnterScope{"web/1", 1, {}}).verdict, Verdict::Done);
}

TEST(Refresh, P17_a_dying_application_loses_peers_and_gets_none) {
  DeterministicSystem system(ringed_web());
  (void)system.run(protocol::RemoveApplication{"web"});
  EXPECT_EQ(system.run(refresh_to(2, {"gossip"})).verdict, Verdict::Done);
  EXPECT_TRUE(system.contents().relations.empty());
  EXPECT_EQ(system.contents().applications.at("web").charm, "local:web-2");
  EXPECT_EQ(system.contents().applications.at("web").life, Life::Dying);
}

TEST(Refresh, P10_P8_a_refusal_leaves_everything_as_it_was) {
  World world = ringed_web().application("db").relation("db:web web:www");
  DeterministicSystem system(world);
  const auto before = dump(system.database());
  EXPECT_EQ(system.run(refresh_to(2, {})).code, Code::NoSuchEndpoint);
  protocol::RefreshApplication subordinate = refresh_to(2);
  subordinate.charm.subordinate = true;
  EXPECT_EQ(system.run(subordinate).code, Code::IsSubordinate);
  protocol::RefreshApplication narrow = refresh_to(2);
  narrow.application = "db";
  EXPECT_EQ(system.run(narrow).code, Code::NoSuchEndpoint);
  EXPECT_EQ(dump(system.database()), before);
  EXPECT_FALSE(has_charm(system, 2));
}

TEST(Refresh, L8_units_that_enter_and_leave_meanwhile_are_met_or_missed_as_a_whole) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    DeterministicSystem system(ringed_web().unit("web/2").on_machine(2).dead(), seed);
    std::mt19937_64 random(seed);
    const auto step_some = [&] {
      for (std::uint64_t steps = random() % 10; steps > 0; --steps)
        system.scheduler().step();
    };
    const std::uint64_t refresh = system.start(refresh_to(2, {"gossip"}));
    step_some();
    (void)system.start(protocol::LeaveScope{"web/0", 0});
    step_some();
    (void)system.start(protocol::AddUnit{"web", 1});
    step_some();
    (void)system.start(protocol::EnterScope{"web/3", 0, {}});
    (void)system.start(protocol::DeleteUnit{"web/2"});
    system.settle();
    EXPECT_EQ(system.answer(refresh).verdict, Verdict::Done) << system.answer(refresh).text;
    EXPECT_TRUE(system.contents().scopes.empty());
    EXPECT_FALSE(system.contents().relations.contains(0));
  }
}

TEST(Refresh, L10_a_restart_on_the_way_makes_no_difference) {
  const auto play = [](bool restarts) {
    DeterministicSystem system(ringed_web());
    const std::vector<protocol::Command> commands{refresh_to(2, {"ring", "votes"}),
                                                  move("web/0", 2), refresh_to(3, {}),
                                                  move("web/1", 3), move("web/0", 3)};
    for (const protocol::Command& command : commands) {
      EXPECT_EQ(system.run(command).verdict, Verdict::Done);
      if (restarts)
        system.restart();
    }
    EXPECT_FALSE(has_charm(system, 1));
    EXPECT_FALSE(has_charm(system, 2));
    return dump(system.database());
  };
  EXPECT_EQ(play(true), play(false));
}

} // namespace orrery::test
