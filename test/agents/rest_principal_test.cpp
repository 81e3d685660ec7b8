// Principals rest with their subordinates, and begin again before these do.
#include "test/agents/resting_world.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

namespace orrery::test {

namespace {

store::Charm verbose_logger_charm() {
  store::Charm charm = logger_charm();
  charm.options["level"] = {store::OptionType::Int, "", true, "1"};
  return charm;
}

/// web/0 and more with a logger on each, at rest, with what has run forgotten.
struct Logged : RestingWorld {
  explicit Logged(std::uint64_t seed = 1, int webs = 1) : RestingWorld(seed) {
    deploy(web_charm(), "web", webs);
    deploy(verbose_logger_charm(), "logger", 0);
    info = relate("logger:info", "web:juju-info");
    settle();
    hooks().clear();
  }
  void set_level(const std::string& level) {
    start(protocol::SetConfig{"logger", {{"level", level}}, {}});
  }
  store::RelationId info = 0;
};

} // namespace

TEST(RestOfPrincipals, they_rest_when_their_subordinates_do) {
  Logged world;
  world.expect_rest("logger/0");
  world.expect_rest("web/0");
}

TEST(RestOfPrincipals, they_stay_while_a_subordinate_stays) {
  Logged world;
  world.hooks().fail("logger/0", "config-changed", 3);
  world.set_level("2");
  world.run();
  EXPECT_TRUE(world.agent_of("logger/0"));
  EXPECT_TRUE(world.agent_of("web/0"));
  world.expect_rest("logger/0");
  world.expect_rest("web/0");
}

TEST(RestOfPrincipals, news_for_a_subordinate_begins_its_principal_too) {
  Logged world(1, 2);
  const std::string below = world.unit("logger/0").principal;
  const std::size_t begun = world.provider().count("hooks " + below);
  const std::size_t deployed = world.provider().count("deploy logger/0");
  (void)world.exec("logger/0");
  world.expect_rest("logger/0");
  EXPECT_EQ(world.provider().count("hooks " + below), begun + 1);
  EXPECT_EQ(world.provider().count("deploy logger/0"), deployed) << "its directory is known";
}

TEST(RestOfPrincipals, a_setting_of_the_subordinate_is_heard) {
  Logged world(1, 3);
  world.set_level("2");
  for (const char* unit : {"logger/0", "logger/1", "logger/2"}) {
    world.expect_rest(unit);
    EXPECT_EQ(world.hooks_of(unit), Hooks{"config-changed"});
  }
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{});
}

/// Its principal has the only place while it asks for one, and has nothing to do itself.
TEST(RestOfPrincipals, a_subordinate_that_waits_for_its_place_is_heard) {
  Logged world(1, 3);
  world.beginnings().set_most(1);
  world.set_level("2");
  for (const char* unit : {"logger/0", "logger/1", "logger/2"}) {
    world.expect_rest(unit);
    EXPECT_EQ(world.hooks_of(unit), Hooks{"config-changed"});
  }
}

TEST(RestOfPrincipals, news_for_a_principal_leaves_its_subordinate_alone) {
  Logged world;
  const std::size_t begun = world.provider().count("hooks logger/0");
  (void)world.exec("web/0");
  world.expect_rest("web/0");
  EXPECT_EQ(world.provider().count("hooks logger/0"), begun);
  EXPECT_TRUE(world.rests("logger/0"));
}

TEST(RestOfPrincipals, commands_come_to_both) {
  Logged world;
  std::vector<std::uint64_t> tickets;
  for (const char* unit : {"logger/0", "web/0", "logger/0", "web/0"})
    tickets.push_back(world.exec(unit));
  world.expect_rest("logger/0");
  world.expect_rest("web/0");
  for (const std::uint64_t ticket : tickets) {
    EXPECT_EQ(world.end_of(ticket), "completed");
  }
}

TEST(RestOfPrincipals, a_command_is_answered_whoever_fails) {
  for (const char* whose : {"web/0", "logger/0", "machine 1"})
    for (int moment = 0; moment < 120; moment += 3 * next_moment) {
      SCOPED_TRACE(testing::Message() << whose << " fails at " << moment);
      Logged world;
      const std::uint64_t ticket = world.exec("logger/0");
      world.step(moment);
      (void)world.fail_agent_of(whose);
      world.expect_rest("logger/0");
      world.expect_rest("web/0");
      EXPECT_TRUE(world.has_ended(ticket));
    }
}

TEST(RestOfPrincipals, no_news_is_lost_whoever_fails) {
  for (const char* whose : {"web/0", "logger/0", "machine 1"})
    for (int moment = 0; moment < 120; moment += 3 * next_moment) {
      SCOPED_TRACE(testing::Message() << whose << " fails at " << moment);
      Logged world;
      world.set_level("2");
      world.step(moment);
      (void)world.fail_agent_of(whose);
      world.expect_rest("logger/0");
      world.expect_rest("web/0");
      EXPECT_GT(world.hooks().count("logger/0", "config-changed"), 0U);
    }
}

TEST(RestOfPrincipals, a_new_subordinate_begins_its_principal) {
  Logged world;
  world.deploy(logger_charm("monitor"), "monitor", 0);
  world.relate("monitor:info", "web:juju-info");
  world.expect_rest("monitor/0");
  world.expect_rest("logger/0");
  world.expect_rest("web/0");
}

TEST(RestOfPrincipals, B4_they_go_with_their_subordinates) {
  Logged world(1, 3);
  world.run(protocol::RemoveUnit{"web/1", {}});
  world.settle();
  EXPECT_FALSE(world.has_unit("web/1"));
  EXPECT_EQ(world.contents().units.size(), 4U);
  world.run(protocol::RemoveRelation{world.info});
  world.expect_rest("web/0");
  EXPECT_EQ(world.contents().units.size(), 2U);
  world.run(protocol::RemoveApplication{"web"});
  world.run(protocol::RemoveApplication{"logger"});
  world.settle();
  world.expect_nothing_left();
}

/// The other subordinates of its application have no place in it.
TEST(RestOfPrincipals, S8_a_relation_that_goes_is_told_to_those_who_have_met_it) {
  Logged world(1, 2);
  world.deploy(web_charm(), "api", 1);
  const store::RelationId other = world.relate("logger:info", "api:juju-info");
  world.settle();
  const std::size_t begun = world.provider().count("hooks logger/0");
  const std::size_t met = world.provider().count("hooks api/0");
  world.run(protocol::RemoveRelation{other});
  world.expect_rest("api/0");
  EXPECT_FALSE(world.has_unit("logger/2"));
  EXPECT_GT(world.provider().count("hooks api/0"), met);
  EXPECT_EQ(world.provider().count("hooks logger/0"), begun);
}

TEST(RestOfPrincipals, F1_a_subordinate_at_rest_goes_by_force) {
  Logged world;
  world.hooks().fail("logger/0", "stop", 100);
  world.run(protocol::RemoveApplication{"logger", {true, 1'000, false}});
  world.settle();
  EXPECT_FALSE(world.has_unit("logger/0"));
  world.expect_rest("web/0");
}

TEST(RestOfPrincipals, a_restart_begins_neither) {
  Logged world(1, 2);
  const std::size_t begun = world.provider().count("hooks web/0");
  const std::size_t below = world.provider().count("hooks logger/0");
  const std::uint64_t written = world.database().sequence();
  world.crash();
  world.settle();
  EXPECT_EQ(world.provider().count("hooks web/0"), begun);
  EXPECT_EQ(world.provider().count("hooks logger/0"), below);
  EXPECT_EQ(world.database().sequence(), written) << "nobody says anything anew";
  world.set_level("2");
  world.expect_rest("logger/0");
  world.expect_rest("logger/1");
  EXPECT_EQ(world.hooks_of("logger/0"), Hooks{"config-changed"});
}

TEST(RestOfPrincipals, a_restart_begins_a_principal_whose_subordinate_was_interrupted) {
  for (int moment = 0; moment < 90; moment += 3 * next_moment) {
    SCOPED_TRACE(moment);
    Logged world;
    world.set_level("2");
    world.step(moment);
    world.crash();
    world.settle();
    const bool configured = world.contents().configs.at("logger").values.contains("level");
    EXPECT_EQ(world.hooks().count("logger/0", "config-changed") > 0, configured);
    world.expect_rest("logger/0");
    world.expect_rest("web/0");
  }
}

TEST(RestOfPrincipals, W9_a_crash_after_the_start_of_a_principal_leaves_no_subordinate_behind) {
  for (int moment = 0; moment < 200; moment += 2 * next_moment) {
    SCOPED_TRACE(moment);
    Logged world;
    world.start_host_again();
    world.step(moment);
    world.crash();
    world.settle();
    EXPECT_GE(world.hooks().count("web/0", "start"), 1U);
    EXPECT_GE(world.hooks().count("logger/0", "start"), 1U);
  }
}

TEST(RestOfPrincipals, W9_a_command_for_a_principal_that_begins_has_no_subordinate_start_first) {
  for (int moment = 0; moment < 80; moment += next_moment) {
    SCOPED_TRACE(moment);
    Logged world;
    world.hooks().hold("web/0", "start");
    world.start_host_again();
    world.step(moment);
    (void)world.exec("web/0");
    world.step(1'000);
    EXPECT_EQ(world.hooks().count("web/0", "start"), 1U);
    EXPECT_EQ(world.hooks().count("logger/0", "start"), 0U);
    world.hooks().release("web/0");
    world.settle();
    EXPECT_EQ(world.hooks().count("logger/0", "start"), 1U);
  }
}

/// It was given up after its sixth failure, and its subordinate was told of nothing any more.
TEST(RestOfPrincipals, a_subordinate_is_heard_whose_principals_provider_fails_while_that_begins) {
  for (const int times : {1, 5, 6, 9}) {
    Logged world;
    world.provider().fail("hooks web/0", "its directory cannot be read", times);
    world.set_level("2");
    world.expect_rest("logger/0");
    EXPECT_EQ(world.hooks_of("logger/0"), Hooks{"config-changed"}) << times;
    world.expect_rest("web/0");
  }
}

} // namespace orrery::test
