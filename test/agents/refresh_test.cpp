// Upgrades of whole units: agents, model and provider together (P24 to P44).
#include "test/agents/shorthand.hpp"
#include "test/agents/timed_world.hpp"
#include "test/support/moments.hpp"

namespace orrery::test {

namespace {

const Hooks both{"upgrade-charm", "config-changed"};

/// Another revision of the charm, with files of its own.
store::Charm newer(store::Charm charm, std::uint32_t revision = 2) {
  charm.revision = revision;
  charm.url = "local:" + charm.name + "-" + std::to_string(revision);
  charm.directory = "/charms/" + charm.name + "-" + std::to_string(revision);
  return charm;
}

protocol::RefreshApplication
refresh(const std::string& application, store::Charm charm, bool force_units = false) {
  protocol::RefreshApplication command;
  command.application = application;
  command.charm = std::move(charm);
  command.force_units = force_units;
  return command;
}

/// Some units of mysql, at rest, with what has run forgotten.
struct Database : RestingWorld {
  explicit Database(int units = 1, std::uint64_t seed = 1) : RestingWorld(seed) {
    deploy(database_charm(), "mysql", units);
    settle();
    hooks().clear();
  }
  void expect_upgraded(const std::string& unit, const std::string& revision = "2") {
    EXPECT_EQ(this->unit(unit).charm, "local:mysql-" + revision);
    EXPECT_EQ(provider().charm_of(unit), "/charms/mysql-" + revision);
    expect_rest(unit);
    EXPECT_TRUE(is_well(unit));
  }
};

} // namespace

TEST(RefreshedUnit, P25_all_units_are_upgraded_at_once_and_rest_again) {
  Database world(3);
  const std::size_t begun = world.provider().count("hooks mysql/1");
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.settle();
  for (const char* unit : {"mysql/0", "mysql/1", "mysql/2"}) {
    EXPECT_EQ(world.hooks_of(unit), both) << unit;
    world.expect_upgraded(unit);
  }
  EXPECT_EQ(world.provider().count("hooks mysql/1"), begun + 1);
  EXPECT_TRUE(world.contents().applications.at("mysql").older_charms.empty());
}

TEST(RefreshedUnit, P25_a_start_finds_upgraded_units_at_rest) {
  Database world(2);
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.settle();
  const std::size_t begun = world.provider().count("hooks mysql/0");
  world.crash();
  world.settle();
  EXPECT_EQ(world.provider().count("hooks mysql/0"), begun);
  EXPECT_EQ(world.hooks_of("mysql/0"), both);
  world.expect_upgraded("mysql/0");
}

TEST(RefreshedUnit, P42_a_charm_without_upgrade_charm_has_its_config_changed) {
  Database world;
  world.provider().set_hooks_of_charm([](const std::string& directory) {
    return directory == "/charms/mysql-2" ? Hooks{"config-changed", "start"} : Hooks{"*"};
  });
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"config-changed"});
  world.expect_upgraded("mysql/0");
}

TEST(RefreshedUnit, P26_a_new_peer_relation_is_met_behind_the_config_changed) {
  Database world(2);
  store::Charm charm = newer(database_charm());
  charm.endpoints.push_back({"cluster", "cluster", store::Role::Peer, store::ScopeKind::Global, 0});
  ASSERT_TRUE(world.run(refresh("mysql", charm)).ok());
  world.settle();
  for (const auto& [unit, other] :
       {std::pair("mysql/0", "mysql/1"), std::pair("mysql/1", "mysql/0")})
    EXPECT_EQ(world.hooks_of(unit),
              (Hooks{"upgrade-charm", "config-changed", "cluster-relation-created",
                     std::string("cluster-relation-joined ") + other,
                     std::string("cluster-relation-changed ") + other}));
}

TEST(RefreshedUnit, P23_a_peer_relation_that_the_charm_has_no_more_goes_without_a_hook) {
  RestingWorld world;
  world.deploy(ring_charm(), "riak", 2);
  world.settle();
  world.hooks().clear();
  store::Charm charm = newer(ring_charm());
  charm.endpoints.clear();
  ASSERT_TRUE(world.run(refresh("riak", charm)).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("riak/0"), both);
  EXPECT_EQ(world.hooks_of("riak/1"), both);
  world.expect_rest("riak/0");
}

TEST(RefreshedUnit, P30_a_conflict_is_shown_until_a_person_has_it_tried_again) {
  Database world;
  world.provider().fail("replace mysql/0", "the disk is full");
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.settle();
  EXPECT_EQ(world.status("mysql/0").error.hook, store::failed_upgrade);
  EXPECT_EQ(world.status("mysql/0").error.stderr_tail, "the disk is full");
  EXPECT_EQ(world.status("mysql/0").workflow, "upgrade-error");
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{});
  EXPECT_EQ(world.timers(), 0U) << "no time brings another try";
  EXPECT_EQ(world.provider().count("replace mysql/0"), 1U);
  world.provider().mend("replace mysql/0");
  ASSERT_TRUE(world.run(protocol::Resolve{"mysql/0", false}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), both);
  world.expect_upgraded("mysql/0");
}

TEST(RefreshedUnit, P30_files_that_cannot_be_copied_are_tried_again_by_themselves) {
  Database world;
  const store::Milliseconds before = world.now();
  world.provider().fail_for_now("replace mysql/0", "the disk is full", 4);
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.settle();
  EXPECT_EQ(world.provider().count("replace mysql/0"), 5U);
  EXPECT_GE(world.now() - before, 15'000) << "1, 2, 4 and 8 seconds lie between";
  EXPECT_TRUE(world.status("mysql/0").error.hook.empty()) << "no conflict";
  EXPECT_EQ(world.hooks_of("mysql/0"), both);
  world.expect_upgraded("mysql/0");
}

TEST(RefreshedUnit, P30_an_agent_that_begins_anew_tries_again) {
  Database world;
  world.provider().fail("replace mysql/0", "the disk is full", 1);
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.settle();
  world.crash();
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), both);
  world.expect_upgraded("mysql/0");
}

TEST(RefreshedUnit, P36_one_that_comes_during_the_swap_has_its_own_round) {
  Database world;
  world.provider().hold("replace mysql/0");
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm(), 2))).ok());
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm(), 3))).ok());
  world.provider().release("replace mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"upgrade-charm", "config-changed", "upgrade-charm", "config-changed"}));
  world.expect_upgraded("mysql/0", "3");
}

TEST(RefreshedUnit, P37_a_unit_that_is_not_installed_yet_installs_the_newest) {
  RestingWorld world;
  world.provider().hold("deploy mysql/0");
  world.deploy(database_charm(), "mysql");
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.provider().release("deploy mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks(come_up.begin(), come_up.end()));
  EXPECT_EQ(world.provider().charm_of("mysql/0"), "/charms/mysql-2");
  EXPECT_EQ(world.unit("mysql/0").charm, "local:mysql-2");
}

TEST(RefreshedUnit, P31_P32_a_failing_unit_gets_its_files_after_the_next_failed_run) {
  Database world;
  world.hooks().fail("mysql/0", "config-changed", 2);
  ASSERT_TRUE(world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}}).ok());
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  EXPECT_EQ(world.unit("mysql/0").charm, "local:mysql-1");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks(4, "config-changed"))
    << "twice with the old files, with the new ones, and for the refresh";
  EXPECT_EQ(world.unit("mysql/0").skipped_upgrade.text(), "local:mysql-2");
  world.expect_upgraded("mysql/0");
}

TEST(RefreshedUnit, P31_P33_a_forced_refresh_runs_no_hook_by_itself) {
  Database world;
  world.hooks().fail("mysql/0", "config-changed");
  ASSERT_TRUE(world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}}).ok());
  world.settle();
  const std::size_t runs = world.hooks().count("mysql/0", "config-changed");
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()), true)).ok());
  world.settle();
  EXPECT_EQ(world.unit("mysql/0").charm, "local:mysql-2");
  EXPECT_EQ(world.provider().charm_of("mysql/0"), "/charms/mysql-2");
  EXPECT_EQ(world.status("mysql/0").error.hook, "config-changed");
  EXPECT_EQ(world.hooks().count("mysql/0", "config-changed"), runs);
}

TEST(RefreshedUnit, P41_a_subordinate_keeps_its_charm_when_its_principal_is_refreshed) {
  RestingWorld world;
  begin_logged_shop(world);
  world.hooks().clear();
  ASSERT_TRUE(world.run(refresh("web", newer(web_charm()))).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), both);
  EXPECT_EQ(world.hooks_of("logger/0"), Hooks{});
  ASSERT_TRUE(world.run(refresh("logger", newer(logger_charm()))).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("logger/0"), both);
  world.expect_rest("logger/0");
  world.expect_rest("web/0");
}

TEST(RefreshedUnit, P38_a_dying_unit_begins_none) {
  Database world;
  world.hooks().hold("mysql/0", "stop");
  ASSERT_TRUE(world.run(protocol::RemoveUnit{"mysql/0", {}}).ok());
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"stop", "remove"}));
  EXPECT_EQ(world.provider().count("replace mysql/0"), 0U);
  EXPECT_FALSE(world.has_unit("mysql/0"));
}

TEST(RefreshedUnit, US1_the_time_of_update_status_is_reckoned_from_the_upgrade_on) {
  TimedWorld world(100);
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.advance(3 * minute + 50'000);
  ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
  world.advance(4 * minute - 5'000);
  EXPECT_EQ(world.runs("mysql/0"), 0U);
  world.advance(2 * minute + 10'000);
  EXPECT_EQ(world.runs("mysql/0"), 1U);
}

TEST(RefreshedUnit, P44_a_crash_after_any_effect_leads_to_the_newest_charm) {
  Database undisturbed(2);
  const std::uint64_t before = undisturbed.effects();
  ASSERT_TRUE(undisturbed.run(refresh("mysql", newer(database_charm()))).ok());
  undisturbed.settle();
  const std::uint64_t whole = undisturbed.effects() - before;
  const std::string outline = undisturbed.outline();
  for (std::uint64_t effect = 1; effect <= whole; effect += next_moment) {
    SCOPED_TRACE(effect);
    Database world(2);
    world.crash_after(effect);
    world.start(refresh("mysql", newer(database_charm())));
    world.settle();
    if (world.contents().applications.at("mysql").charm != "local:mysql-2") {
      ASSERT_GT(world.crashes(), 0);
      ASSERT_TRUE(world.run(refresh("mysql", newer(database_charm()))).ok());
      world.settle();
    }
    EXPECT_EQ(world.outline(), outline);
    for (const char* unit : {"mysql/0", "mysql/1"}) {
      const Hooks ran = world.hooks_of(unit);
      EXPECT_GE(count(ran, "upgrade-charm"), 1U) << unit;
      EXPECT_LE(ran.size(), 3U) << "one that was interrupted runs again";
      EXPECT_EQ(ran.back(), "config-changed");
      world.expect_upgraded(unit);
    }
  }
}

} // namespace orrery::test
