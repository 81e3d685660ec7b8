// What a leader tells its units: at once, once each, and nobody else.
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

const char* const changed = "leader-settings-changed";

/// Three units of web, up.
struct Team : SimulatedWorld {
  explicit Team(std::uint64_t seed = 1) : SimulatedWorld(seed) {
    deploy(web_charm(), "web", 3);
    settle();
    hooks().clear();
    leader = contents().applications.at("web").leader;
    for (const char* unit : {"web/0", "web/1", "web/2"})
      if (unit != leader)
        others.emplace_back(unit);
  }
  protocol::Answer set(const std::string& unit, store::Settings settings) {
    return run(protocol::SetLeaderSettings{"web", unit, std::move(settings)});
  }

  using SimulatedWorld::run;
  std::string leader;
  std::vector<std::string> others;
};

} // namespace

TEST(LeaderSettings, L4_nobody_is_told_while_nothing_has_been_set) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 3);
  world.settle();
  for (const char* unit : {"web/0", "web/1", "web/2"})
    EXPECT_EQ(world.hooks().count(unit, changed), 0U) << unit;
}

TEST(LeaderSettings, L4_who_is_dying_is_not_told) {
  Team world;
  const std::string unit = world.others.front();
  world.hooks().hold(unit, "stop");
  world.run(protocol::RemoveUnit{unit, {}});
  (void)world.set(world.leader, {{"primary", "a"}});
  world.hooks().release(unit);
  world.settle();
  EXPECT_EQ(world.hooks_of(unit), (Hooks{"stop", "remove"}));
}

TEST(LeaderSettings, L4_every_unit_but_the_leader_is_told_once_with_the_new_values) {
  Team world;
  ASSERT_EQ(world.set(world.leader, {{"primary", "a"}}).verdict, protocol::Verdict::Done);
  world.settle();
  for (const std::string& unit : world.others) {
    EXPECT_EQ(world.hooks_of(unit), Hooks{changed});
    EXPECT_EQ(world.hooks().last_sight(unit, changed).leader_settings,
              (store::Settings{{"primary", "a"}}));
  }
  EXPECT_EQ(world.hooks_of(world.leader), Hooks{});
}

TEST(LeaderSettings, S5_equal_values_tell_nobody) {
  Team world;
  (void)world.set(world.leader, {{"primary", "a"}});
  world.settle();
  world.hooks().clear();
  EXPECT_EQ(world.set(world.leader, {{"primary", "a"}, {"none", ""}}).verdict,
            protocol::Verdict::Nothing);
  world.settle();
  for (const std::string& unit : world.others)
    EXPECT_EQ(world.hooks_of(unit), Hooks{});
  EXPECT_EQ(world.contents().leader_settings.at("web").version, 1U);
}

TEST(LeaderSettings, changes_while_a_hook_runs_make_one_hook_with_the_newest) {
  Team world;
  const std::string unit = world.others.front();
  world.hooks().hold(unit, changed);
  for (const char* value : {"a", "b", "c"})
    (void)world.set(world.leader, {{"primary", value}});
  world.hooks().release(unit);
  world.settle();
  EXPECT_EQ(world.hooks_of(unit), (Hooks{changed, changed}));
  EXPECT_EQ(world.hooks().last_sight(unit, changed).leader_settings.at("primary"), "c");
}

TEST(LeaderSettings, S4_only_the_leader_writes_them) {
  Team world;
  const protocol::Answer answer = world.set(world.others.front(), {{"primary", "a"}});
  EXPECT_EQ(answer.code, protocol::Code::NotLeader);
  EXPECT_TRUE(world.contents().leader_settings.empty());
}

TEST(LeaderSettings, L4_a_unit_that_comes_later_hears_of_them_before_config_changed) {
  Team world;
  (void)world.set(world.leader, {{"primary", "a"}});
  const std::string unit = world.add_unit("web");
  world.settle();
  EXPECT_EQ(world.hooks_of(unit), (Hooks{"install", changed, "config-changed", "start"}));
}

TEST(LeaderSettings, what_was_delivered_is_not_delivered_again_after_a_crash) {
  Team world;
  (void)world.set(world.leader, {{"primary", "a"}});
  world.settle();
  world.hooks().clear();
  world.crash();
  world.settle();
  for (const std::string& unit : world.others)
    EXPECT_EQ(world.hooks_of(unit), Hooks{});
  EXPECT_EQ(world.contents().leader_settings.at("web").values.at("primary"), "a");
}

TEST(LeaderSettings, A6_go_with_the_application_and_one_of_its_name_has_none) {
  Team world;
  (void)world.set(world.leader, {{"primary", "a"}});
  world.run(protocol::RemoveApplication{"web", {}});
  world.settle();
  EXPECT_TRUE(world.contents().leader_settings.empty());
  world.hooks().clear();
  world.deploy(web_charm(), "web");
  world.settle();
  EXPECT_EQ(world.hooks().count("web/3", changed), 0U);
}

TEST(LeaderSettings, the_tools_write_at_once_and_read_what_is_set) {
  Team world;
  const std::string unit = world.others.front();
  world.hooks().played().play(unit, changed);
  ASSERT_EQ(world.set(world.leader, {{"primary", "a"}}).verdict, protocol::Verdict::Done);
  ASSERT_EQ(world.hooks().played().running(unit), changed);
  EXPECT_EQ(world.tool(unit, {"leader-get", "primary"}).output, "a\n");
  const hooks::ToolReply refused = world.tool(unit, {"leader-set", "primary=b"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.error.find("cannot write leadership settings"), std::string::npos);
  (void)world.set(world.leader, {{"primary", "c"}});
  EXPECT_EQ(world.tool(unit, {"leader-get"}).output, "primary: a\n") << "fixed while it runs";
  world.hooks().played().end(unit);
  world.run();
  ASSERT_EQ(world.hooks().played().running(unit), changed) << "for what came meanwhile";
  EXPECT_EQ(world.tool(unit, {"leader-get"}).output, "primary: c\n");
  world.hooks().played().end(unit);
  world.settle();
}

TEST(LeaderSettings, a_leaders_hook_sets_them_at_once_although_it_fails_later) {
  SimulatedWorld world;
  world.hooks().played().play("web/0", "leader-elected");
  world.deploy(web_charm(), "web");
  world.run();
  ASSERT_EQ(world.hooks().played().running("web/0"), "leader-elected");
  EXPECT_EQ(world.tool("web/0", {"leader-set", "primary=web/0", "token=t"}).code, 0);
  EXPECT_EQ(world.contents().leader_settings.at("web").values,
            (store::Settings{{"primary", "web/0"}, {"token", "t"}}));
  EXPECT_EQ(world.tool("web/0", {"leader-set", "token="}).code, 0);
  EXPECT_EQ(world.tool("web/0", {"leader-get", "-"}).output, "primary: web/0\n");
  world.hooks().played().end("web/0", 1);
  EXPECT_EQ(world.contents().leader_settings.at("web").version, 2U);
  world.advance(5'000);
  ASSERT_EQ(world.hooks().played().running("web/0"), "leader-elected") << "tried again";
  world.hooks().played().end("web/0");
  world.settle();
}

TEST(LeaderSettings, S4_a_leader_that_leads_no_more_is_refused_at_commit_and_sees_nothing_of_it) {
  SimulatedWorld world;
  world.hooks().played().play("web/0", "leader-elected");
  world.deploy(web_charm(), "web");
  world.run();
  ASSERT_EQ(world.hooks().played().running("web/0"), "leader-elected");
  world.run(protocol::ResignLeadership{"web", "web/0"});
  const hooks::ToolReply refused = world.tool("web/0", {"leader-set", "a=1"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.error,
            "ERROR cannot write leadership settings: web/0 is not the leader of web\n");
  EXPECT_EQ(world.tool("web/0", {"leader-get", "--format=json"}).output, "{}\n");
  world.hooks().played().end("web/0");
  world.settle();
}

} // namespace orrery::test
