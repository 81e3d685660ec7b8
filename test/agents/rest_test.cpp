// Agents that are not there while they have nothing to do: who rests, what each kind of news
// begins, and restarts.
#include "test/agents/resting_world.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

namespace orrery::test {

namespace {

/// web/0, web/1 and mysql/0, related and at rest, with what has run forgotten.
struct Shop : RestingWorld {
  explicit Shop(std::uint64_t seed = 1) : RestingWorld(seed) {
    db = relate_shop(*this, 2);
    settle();
    hooks().clear();
  }
  store::RelationId db = 0;
};

} // namespace

TEST(Rest, an_agent_with_nothing_to_do_is_not_there) {
  const auto actors = [](std::uint32_t idle_agents) {
    RestingWorld world(1, idle_agents);
    world.deploy(database_charm(), "mysql", 3);
    world.settle();
    return world.actors();
  };
  EXPECT_EQ(actors(3) - actors(nobody_stays), 3U);
}

TEST(Rest, those_that_were_idle_last_stay) {
  RestingWorld world(1, 1);
  world.deploy(database_charm(), "mysql", 1);
  world.settle();
  world.deploy(ring_charm(), "riak", 1);
  world.settle();
  EXPECT_TRUE(world.rests("mysql/0"));
  EXPECT_TRUE(world.agent_of("riak/0"));
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  world.settle();
  EXPECT_TRUE(world.agent_of("mysql/0"));
  EXPECT_TRUE(world.rests("riak/0"));
}

TEST(Rest, an_agent_that_waits_for_a_try_or_for_a_person_does_not_rest) {
  RestingWorld world;
  world.hooks().fail("mysql/0", "start", 3);
  world.deploy(database_charm(), "mysql", 1);
  world.run();
  EXPECT_TRUE(world.agent_of("mysql/0"));
  world.expect_rest("mysql/0");
}

TEST(Rest, an_agent_that_has_begun_again_says_nothing_anew) {
  Shop world;
  const std::uint64_t before = world.database().sequence();
  const std::size_t said = world.statuses_said("web/0").size();
  // whoever leads is told nothing else than before
  const std::string other =
    world.contents().applications.at("web").leader == "web/0" ? "web/1" : "web/0";
  (void)world.exec("mysql/0");
  world.expect_rest("mysql/0");
  EXPECT_EQ(world.statuses_said("web/0").size(), said);
  EXPECT_EQ(world.database().sequence(), before + 5)
    << "the task is made, begins and ends; it executes, and is idle";
  EXPECT_TRUE(world.rests(other));
}

TEST(Rest, a_setting_begins_the_agents_of_its_application) {
  Shop world;
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  world.expect_rest("mysql/0");
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"config-changed"});
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{});
}

TEST(Rest, a_new_counterpart_begins_those_who_meet_it) {
  Shop world;
  const std::string unit = world.add_unit("web");
  world.expect_rest(unit);
  world.expect_rest("mysql/0");
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"server-relation-joined web/2", "server-relation-changed web/2"}));
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{});
}

TEST(Rest, a_counterpart_that_goes_begins_those_who_have_met_it) {
  Shop world;
  world.run(protocol::RemoveUnit{"mysql/0", {}});
  world.settle();
  EXPECT_FALSE(world.has_unit("mysql/0"));
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{"db-relation-departed mysql/0"});
  world.expect_rest("web/0");
  world.expect_rest("web/1");
}

TEST(Rest, a_counterparts_settings_begin_those_who_read_them) {
  Shop world;
  ASSERT_EQ(
    world.run(protocol::FlushHook{"mysql/0", {{world.db, {{"port", "1"}}}}, {}, {}, {}}).verdict,
    protocol::Verdict::Done);
  world.expect_rest("web/0");
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{"db-relation-changed mysql/0"});
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{});
}

TEST(Rest, a_relation_begins_both_sides_as_it_comes_and_as_it_goes) {
  Shop world;
  world.run(protocol::RemoveRelation{world.db});
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0").back(), "server-relation-broken");
  EXPECT_EQ(world.hooks_of("web/1").back(), "db-relation-broken");
  world.expect_rest("web/1");
  world.hooks().clear();
  world.relate("web:db", "mysql:server");
  world.expect_rest("web/0");
  world.expect_rest("mysql/0");
  EXPECT_EQ(world.hooks_of("web/0").front(), "db-relation-created");
}

TEST(Rest, a_free_leadership_begins_who_may_claim_it) {
  Shop world;
  const std::string leader = world.contents().applications.at("web").leader;
  const std::string other = leader == "web/0" ? "web/1" : "web/0";
  world.run(protocol::RemoveUnit{leader, {}});
  world.expect_rest(other);
  EXPECT_EQ(world.contents().applications.at("web").leader, other);
  EXPECT_EQ(world.hooks().count(other, "leader-elected"), 1U);
}

TEST(Rest, what_a_leader_tells_begins_the_others) {
  Shop world;
  const std::string leader = world.contents().applications.at("web").leader;
  const std::string other = leader == "web/0" ? "web/1" : "web/0";
  world.run(protocol::SetLeaderSettings{"web", leader, {{"primary", "a"}}});
  world.expect_rest(other);
  EXPECT_EQ(world.hooks_of(other), Hooks{"leader-settings-changed"});
}

TEST(Rest, a_users_command_begins_its_units_agent) {
  Shop world;
  const std::uint64_t first = world.exec("web/0");
  const std::uint64_t second = world.exec("web/0");
  world.expect_rest("web/0");
  for (const std::uint64_t ticket : {first, second}) {
    EXPECT_EQ(world.end_of(ticket), "completed");
  }
}

TEST(Rest, A16_a_task_of_a_unit_whose_machine_is_lost_waits_until_that_is_found) {
  Shop world;
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().lose(machine);
  world.settle();
  const std::uint64_t ticket = world.exec("web/0");
  world.settle();
  EXPECT_FALSE(world.has_ended(ticket));
  world.provider().find(machine);
  world.settle();
  EXPECT_EQ(world.end_of(ticket), "completed");
}

TEST(Rest, M11_units_of_a_lost_machine_are_shown_as_lost_and_found_again) {
  Shop world;
  const store::MachineId machine = world.unit("web/0").machine;
  world.provider().lose(machine);
  world.settle();
  EXPECT_EQ(world.status("web/0").agent.value, "lost");
  EXPECT_FALSE(world.rests("web/0"));
  world.provider().find(machine);
  world.settle();
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
  world.expect_rest("web/0");
}

/// Its principal's agent ends with the machine, and with it who would begin it.
TEST(Rest, M11_a_subordinate_of_a_lost_machine_is_found_again) {
  for (const bool restarted : {false, true}) {
    RestingWorld world;
    world.deploy(web_charm(), "web", 1);
    world.deploy(logger_charm(), "logger", 0);
    world.relate("logger:info", "web:juju-info");
    world.settle();
    ASSERT_TRUE(world.rests("logger/0"));
    const store::MachineId machine = world.unit("web/0").machine;
    world.provider().lose(machine);
    if (restarted)
      world.crash();
    world.settle();
    EXPECT_EQ(world.status("logger/0").agent.value, "lost");
    world.provider().find(machine);
    world.settle();
    EXPECT_EQ(world.status("logger/0").agent.value, "idle");
    EXPECT_TRUE(world.rests("logger/0"));
  }
}

TEST(Rest, F1_a_unit_at_rest_goes_by_force) {
  Shop world;
  world.hooks().fail("web/0", "stop", 100);
  world.run(protocol::RemoveUnit{"web/0", {true, 1'000, false}});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  world.expect_rest("mysql/0");
}

TEST(Rest, everything_that_rests_can_be_removed) {
  Shop world;
  world.run(protocol::RemoveApplication{"web"});
  world.run(protocol::RemoveApplication{"mysql"});
  world.settle();
  world.expect_nothing_left();
}

TEST(Rest, a_restart_begins_none_that_has_nothing_to_do) {
  Shop world;
  const std::size_t begun = world.provider().count("hooks web/0");
  const std::size_t deployed = world.provider().count("deploy mysql/0");
  const std::uint64_t written = world.database().sequence();
  world.crash();
  world.settle();
  EXPECT_EQ(world.provider().count("hooks web/0"), begun);
  EXPECT_EQ(world.provider().count("deploy mysql/0"), deployed);
  EXPECT_EQ(world.database().sequence(), written) << "nobody says anything anew";
  world.expect_rest("web/0");
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  (void)world.add_unit("web");
  world.expect_rest("mysql/0");
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"config-changed", "server-relation-joined web/2",
                                              "server-relation-changed web/2"}));
}

TEST(Rest, a_restart_begins_those_that_were_interrupted) {
  for (int moment = 0; moment < 60; moment += 3 * next_moment) {
    SCOPED_TRACE(moment);
    Shop world;
    world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.step(moment);
    world.crash();
    world.settle();
    const bool configured = world.contents().configs.at("mysql").values.contains("size");
    EXPECT_EQ(world.hooks().count("mysql/0", "config-changed") > 0, configured);
    world.expect_rest("mysql/0");
  }
}

/// Subordinates, too, whose principals are begun.
TEST(Rest, all_can_be_removed_after_a_restart) {
  RestingWorld world;
  world.deploy(web_charm(), "web", 2);
  world.deploy(logger_charm(), "logger", 0);
  world.relate("logger:info", "web:juju-info");
  world.settle();
  world.crash();
  world.settle();
  EXPECT_TRUE(world.rests("logger/0"));
  world.run(protocol::RemoveApplication{"web"});
  world.settle();
  world.run(protocol::RemoveApplication{"logger"});
  world.settle();
  world.expect_nothing_left();
}

} // namespace orrery::test
