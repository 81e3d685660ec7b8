#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

TEST(SimulatedWorld, an_idle_world_has_no_timer_and_nothing_under_way) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 2);
  world.deploy(database_charm(), "mysql");
  world.relate("web:db", "mysql:server");
  world.run();
  world.advance(60'000); // the provisioner looks for unknown instances after a start
  EXPECT_EQ(world.timers(), 0U);
  EXPECT_EQ(world.activity(), 0);
  const std::uint64_t before = world.effects();
  world.advance(86'400'000);
  EXPECT_EQ(world.effects(), before);
}

TEST(UnitLife, H8_a_unit_comes_up_in_order) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), come_up);
  EXPECT_EQ(world.status("web/0").workflow, "running"); // W5
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
  EXPECT_EQ(world.status("web/0").workload.value, "unknown");
  EXPECT_GT(world.status("web/0").last_seen, 0); // W6
}

TEST(UnitLife, U5_S6_a_dying_unit_leaves_all_its_scopes_then_stops_and_goes) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.deploy(database_charm(), "maria");
  world.relate("web:db", "mysql:server");
  world.relate("web:db", "maria:server");
  world.settle();
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"web/0"}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"),
            (Hooks{"db-relation-departed mysql/0", "db-relation-broken",
                   "db-relation-departed maria/0", "db-relation-broken", "stop", "remove"}));
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"server-relation-departed web/0"}));
  EXPECT_FALSE(world.has_unit("web/0")); // U8
  EXPECT_FALSE(world.provider().deployed().contains("web/0"));
  EXPECT_EQ(world.notes("d machine-1 web/0"), Hooks{});
}

TEST(UnitLife, W10_a_reboot_has_start_run_again_at_each_unit_of_the_machine_and_at_no_other) {
  SimulatedWorld world;
  world.deploy(database_charm(), "mysql", 2);
  world.deploy(logger_charm(), "logger", 0);
  world.relate("logger:info", "mysql:juju-info");
  world.settle();
  world.hooks().clear();
  world.hooks().reboot_once("mysql/0", "config-changed", hooks::Reboot::AfterHook);
  EXPECT_TRUE(world.run(protocol::SetConfig{"mysql", {{"size", "4"}}, {}}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"config-changed", "start"}));
  EXPECT_EQ(world.hooks_of("mysql/1"), Hooks{"config-changed"});
  EXPECT_EQ(world.hooks().count("logger/0", "start") + world.hooks().count("logger/1", "start"),
            1U);
}

TEST(UnitLife, U6_a_failing_hook_suspends_the_departure_until_it_is_resolved) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.relate("web:db", "mysql:server");
  world.settle();
  world.hooks().clear();
  world.hooks().fail("web/0", "db-relation-departed");
  world.run(protocol::RemoveUnit{"web/0"});
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), Hooks(5, "db-relation-departed mysql/0"));
  EXPECT_EQ(world.unit("web/0").life, store::Life::Dying);
  EXPECT_EQ(world.status("web/0").workflow, "hook-error");
  EXPECT_EQ(world.contents().scopes.size(), 2U);
  EXPECT_TRUE(world.run(protocol::Resolve{"web/0", false}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(UnitLife, U7_U8_a_dead_unit_runs_nothing_and_is_recalled_and_removed) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  world.provider().hold("recall web/0");
  world.run(protocol::RemoveUnit{"web/0"});
  EXPECT_EQ(world.unit("web/0").life, store::Life::Dead);
  world.hooks().clear();
  world.crash();
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{});
  EXPECT_EQ(world.provider().count("hooks web/0"), 1U) << "its agent began again";
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(UnitLife, U10_when_its_application_is_dying_each_unit_sets_itself_dying) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 3);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveApplication{"web"}).ok());
  world.settle();
  for (const char* unit : {"web/0", "web/1", "web/2"}) {
    EXPECT_EQ(world.hooks().count(unit, "stop"), 1U) << unit;
    EXPECT_FALSE(world.has_unit(unit));
  }
  world.expect_nothing_left();
}

TEST(UnitLife, U11_a_unit_removed_before_its_install_ran_runs_no_hook) {
  SimulatedWorld world;
  world.provider().hold("hooks web/0"); // its agent has begun, and knows no hooks yet
  world.deploy(web_charm(), "web", 1, 0);
  world.run(protocol::RemoveUnit{"web/0"});
  world.provider().release("hooks web/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{});
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(UnitLife, L11_the_command_returns_at_once_and_the_rest_happens_by_itself) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  world.hooks().hold("web/0", "stop");
  EXPECT_TRUE(world.run(protocol::RemoveApplication{"web"}).ok()); // answered, while stop hangs
  EXPECT_TRUE(world.hooks().is_running("web/0"));
  world.hooks().release("web/0");
  world.settle();
  world.expect_nothing_left();
}

TEST(UnitLife, A4_an_application_is_removed_whose_unit_is_dying_already) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web", 2);
    world.settle();
    world.start(protocol::RemoveUnit{"web/0"});
    world.step(static_cast<int>(seed) * 5);
    EXPECT_TRUE(world.run(protocol::RemoveApplication{"web"}).ok());
    world.settle();
    world.expect_nothing_left();
  }
}

TEST(UnitLife, A7_an_application_held_by_another_ones_unit_goes_when_that_leaves) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.relate("web:db", "mysql:server");
  world.settle();
  world.hooks().hold("web/0", "db-relation-broken");
  EXPECT_TRUE(world.run(protocol::RemoveApplication{"mysql"}).ok());
  EXPECT_FALSE(world.has_unit("mysql/0"));
  EXPECT_EQ(world.contents().applications.at("mysql").unit_count, 0U);
  world.hooks().release("web/0"); // A7: the last reference goes with a unit of web
  world.settle();
  EXPECT_FALSE(world.contents().applications.contains("mysql"));
  EXPECT_TRUE(world.contents().relations.empty());
  EXPECT_EQ(world.status("web/0").workflow, "running");
}

TEST(UnitLife, L6_a_unit_of_a_name_used_again_has_a_number_of_its_own_and_no_past) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.run(protocol::RemoveApplication{"web"});
  world.settle();
  world.deploy(web_charm(), "web");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/1"), come_up);
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(UnitLife, W5_the_models_copy_of_the_state_is_for_people_the_notes_decide) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  EXPECT_EQ(world.status("web/0").workflow, "running");
  world.run(protocol::ReportUnit{"web/0", {}, {}, "new", {}, {}});
  world.hooks().clear();
  world.crash();
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), std::vector<std::string>{});
  EXPECT_EQ(world.status("web/0").workflow, "running") << "it is told anew";
}

} // namespace orrery::test
