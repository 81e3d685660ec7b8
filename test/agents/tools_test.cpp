// What a hook's tools show it of other units, through the real hook desk and the real entities.
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// A world in which a unit's hook is played.
struct ToolStage : SimulatedWorld {
  /// web and mysql, up and related.
  ToolStage() {
    store::Charm web = web_charm();
    web.options["title"] = {store::OptionType::String, "", true, ""};
    deploy(web, "web");
    deploy(database_charm(), "mysql");
    settle();
    relation = relate("web:db", "mysql:server");
    settle();
  }

  /// A member of a relation sets one of its settings, as by a hook that has succeeded.
  void set(store::RelationId of, const std::string& unit, const std::string& value) {
    const protocol::Answer done =
      run(protocol::FlushHook{unit, {{of, {{"password", value}}}}, {}, {}, {}});
    ASSERT_EQ(done.verdict, protocol::Verdict::Done) << done.text;
    ASSERT_EQ(contents().bags.at({of, unit}).values.at("password"), value);
  }

  /// What a tool prints in web/0; its exit code and error where it fails.
  std::string web(const std::vector<std::string>& arguments) {
    const hooks::ToolReply reply = tool("web/0", arguments);
    return reply.code == 0 ? reply.output : std::to_string(reply.code) + " " + reply.error;
  }

  void play(const std::string& hook) { hooks().played().play("web/0", hook); }
  [[nodiscard]] std::string running() { return hooks().played().running("web/0"); }
  void end_hook(int code = 0) {
    hooks().played().end("web/0", code);
    run();
  }

  using SimulatedWorld::run;
  store::RelationId relation = 0;
};

} // namespace

TEST(Tools, H5_settings_do_not_change_under_a_hook_and_the_next_changed_sees_the_new) {
  ToolStage world;
  world.play("db-relation-changed");
  world.set(world.relation, "mysql/0", "one");
  ASSERT_EQ(world.running(), "db-relation-changed");
  EXPECT_EQ(world.web({"relation-get", "password"}), "one\n");
  world.set(world.relation, "mysql/0", "two");
  EXPECT_EQ(world.web({"relation-get", "password"}), "one\n");
  EXPECT_EQ(world.web({"relation-get", "password", "mysql/0"}), "one\n");
  world.end_hook();
  ASSERT_EQ(world.running(), "db-relation-changed") << "what it has not seen is delivered (H4)";
  EXPECT_EQ(world.web({"relation-get", "password"}), "two\n");
  world.end_hook();
  EXPECT_EQ(world.running(), "");
  world.settle();
}

TEST(Tools, H5_the_snapshot_is_fixed_when_the_hook_first_asks_and_made_anew_for_each_try) {
  ToolStage world;
  world.play("db-relation-changed");
  world.set(world.relation, "mysql/0", "one");
  ASSERT_EQ(world.running(), "db-relation-changed");
  world.set(world.relation, "mysql/0", "two");
  EXPECT_EQ(world.web({"relation-get", "password"}), "two\n") << "asked for the first time";
  world.end_hook(1);
  world.set(world.relation, "mysql/0", "three");
  world.advance(5'000);
  ASSERT_EQ(world.running(), "db-relation-changed") << "tried again";
  EXPECT_EQ(world.web({"relation-get", "password"}), "three\n") << "each try is a hook of its own";
  world.end_hook();
  EXPECT_EQ(world.running(), "db-relation-changed") << "for what came after the first try began";
  world.crash(); // with a hook that runs
  world.settle();
  ASSERT_EQ(world.running(), "db-relation-changed");
  world.end_hook();
  world.settle();
}

TEST(Tools, CS1_what_a_hook_keeps_is_there_for_the_next_only_if_it_succeeds) {
  ToolStage world;
  world.play("config-changed");
  const auto configure = [&](const std::string& value) {
    (void)world.run(protocol::SetConfig{"web", {{"title", value}}, {}});
    ASSERT_EQ(world.running(), "config-changed");
  };
  configure("1");
  EXPECT_EQ(world.web({"state-get"}), "{}\n");
  EXPECT_EQ(world.web({"state-set", "a=1", "b="}), "");
  EXPECT_EQ(world.web({"state-get", "a"}), "1\n") << "sees its own";
  world.end_hook(1);
  EXPECT_FALSE(world.contents().charm_states.contains("web/0")) << "it has failed";
  world.advance(5'000);
  ASSERT_EQ(world.running(), "config-changed") << "tried again";
  EXPECT_EQ(world.web({"state-set", "a=2", "b="}), "");
  world.end_hook();
  EXPECT_EQ(world.contents().charm_states.at("web/0").values,
            (store::Settings{{"a", "2"}, {"b", ""}}));
  world.crash();
  world.settle();
  configure("2");
  EXPECT_EQ(world.web({"state-get", "a"}), "2\n");
  EXPECT_EQ(world.web({"state-delete", "b"}), "");
  world.end_hook();
  EXPECT_EQ(world.contents().charm_states.at("web/0").values, (store::Settings{{"a", "2"}}));
  (void)world.run(protocol::RemoveUnit{"web/0", {}});
  world.settle();
  EXPECT_TRUE(world.contents().charm_states.empty()) << "it goes with the unit (CS4)";
}

TEST(Tools, GS2_goal_state_tells_units_and_both_sides_of_relations) {
  ToolStage world;
  world.play("config-changed");
  world.hooks().fail("mysql/1", "start");
  (void)world.run(protocol::AddUnit{"mysql", {}});
  world.settle();
  (void)world.run(protocol::SetConfig{"web", {{"title", "1"}}, {}});
  ASSERT_EQ(world.running(), "config-changed");
  const std::string goal = world.web({"goal-state"});
  for (const char* part :
       {"relations:\n", "  db:\n", "    mysql:\n", "    mysql/0:\n", "    mysql/1:\n",
        "status: joined\n", "status: error\n", "units:\n", "  web/0:\n"})
    EXPECT_NE(goal.find(part), std::string::npos) << part << goal;
  EXPECT_EQ(goal.find("server"), std::string::npos) << "its own endpoints only (GS4)";
  (void)world.run(protocol::RemoveUnit{"mysql/1", {}});
  EXPECT_NE(world.web({"goal-state"}).find("mysql/1:\n      since"), std::string::npos) << goal;
  EXPECT_NE(world.web({"goal-state"}).find("status: dying\n"), std::string::npos)
    << "each call reads anew (GS5)";
  world.end_hook();
}

TEST(Tools, status_get_of_the_application_tells_all_its_units) {
  ToolStage world;
  (void)world.run(protocol::AddUnit{"web", {}});
  world.settle();
  world.play("config-changed");
  (void)world.run(protocol::SetConfig{"web", {{"title", "1"}}, {}});
  ASSERT_EQ(world.running(), "config-changed");
  const std::string told = world.web({"status-get", "--application", "--format=json"});
  for (const char* unit : {"\"web/0\":{\"status\":", "\"web/1\":{\"status\":"})
    EXPECT_NE(told.find(unit), std::string::npos) << told;
  world.end_hook();
  world.settle();
}

TEST(Tools, TR3_trust_counts_at_once_in_the_running_hook) {
  ToolStage world;
  world.play("config-changed");
  (void)world.run(protocol::SetConfig{"web", {{"title", "1"}}, {}});
  ASSERT_EQ(world.running(), "config-changed");
  EXPECT_EQ(world.web({"credential-get"}),
            "1 ERROR cannot access cloud credentials: permission denied: orrery trust web allows "
            "it\n");
  (void)world.run(protocol::SetTrusted{"web", true});
  EXPECT_EQ(world.web({"credential-get"}),
            "type: local\nname: local\ncredential:\n  authtype: empty\n");
  world.end_hook();
  EXPECT_EQ(world.running(), "config-changed") << "a change runs it (TR2)";
  world.end_hook();
  world.settle();
}

TEST(Tools, H7_any_hook_reads_any_member_of_any_relation) {
  ToolStage world;
  world.deploy(
    make_charm("proxy", {{"site", "http", store::Role::Requirer, store::ScopeKind::Global, 0}}),
    "proxy");
  world.settle();
  const store::RelationId other = world.relate("web:site", "proxy:site");
  world.settle();
  world.set(other, "proxy/0", "p");
  world.set(world.relation, "mysql/0", "m");
  world.settle();
  world.play("db-relation-changed");
  world.set(world.relation, "mysql/0", "m2");
  ASSERT_EQ(world.running(), "db-relation-changed");
  const std::string site = "site:" + std::to_string(other);
  EXPECT_EQ(world.web({"relation-list", "-r", site}), "proxy/0\n");
  EXPECT_EQ(world.web({"relation-get", "-r", site, "password", "proxy/0"}), "p\n");
  EXPECT_EQ(world.web({"relation-get", "password"}), "m2\n");
  world.end_hook();
  world.settle();
}

namespace {

/// web/0 and web/1, each with a logger of its own by a relation in which hooks run on both sides.
struct LoggedTools : SimulatedWorld {
  LoggedTools() {
    deploy(web_charm(), "web", 2);
    deploy(logger_charm(), "logger", 0);
    relation = relate("logger:logs", "web:site");
    settle();
    beside = unit("logger/0").principal == "web/0" ? "logger/0" : "logger/1";
    elsewhere = beside == "logger/0" ? "logger/1" : "logger/0";
    for (const char* each : {"logger/0", "logger/1", "web/0", "web/1"})
      set(each, each);
    settle();
  }
  void set(const std::string& unit, const std::string& value) {
    const protocol::FlushHook flush{unit, {{relation, {{"id", value}}}}, {}, {}, {}};
    EXPECT_TRUE(run(flush).ok());
  }
  /// What it reads of another, in a hook that is played.
  std::string read(const std::string& unit, const std::string& owner) {
    const hooks::ToolReply reply =
      tool(unit, {"relation-get", "-r", std::to_string(relation), "id", owner});
    return reply.code == 0 ? reply.output : reply.error;
  }

  using SimulatedWorld::run;
  store::RelationId relation = 0;
  std::string beside;    ///< The logger on web/0.
  std::string elsewhere; ///< The one on web/1.
};

const char* const not_found = "settings not found, it has never entered this unit's scope of it";

} // namespace

TEST(Tools, S3_in_a_container_relation_a_unit_reads_its_own_container_alone) {
  LoggedTools world;
  world.hooks().played().play(world.beside, "logs-relation-changed");
  world.set("web/0", "new");
  ASSERT_EQ(world.hooks().played().running(world.beside), "logs-relation-changed");
  EXPECT_EQ(world.read(world.beside, "web/0"), "new\n");
  EXPECT_EQ(world.read(world.beside, world.beside), world.beside + "\n");
  const std::string refusal = world.read(world.beside, "web/1");
  EXPECT_NE(refusal.find(not_found), std::string::npos) << refusal;
  world.hooks().played().end(world.beside);
  world.settle();
}

TEST(Tools, H7_in_a_container_relation_a_past_member_of_the_own_container_stays_readable) {
  LoggedTools world;
  world.hooks().played().play("web/0", "site-relation-departed");
  world.run(protocol::RemoveRelation{world.relation});
  world.run();
  ASSERT_EQ(world.hooks().played().running("web/0"), "site-relation-departed");
  ASSERT_FALSE(world.has_unit(world.beside)) << "it is gone altogether";
  ASSERT_FALSE(world.has_unit(world.elsewhere));
  EXPECT_EQ(world.read("web/0", world.beside), world.beside + "\n");
  const std::string refusal = world.read("web/0", world.elsewhere);
  EXPECT_NE(refusal.find(not_found), std::string::npos) << refusal;
  world.crash(); // what a unit's container was is on disk
  world.settle();
  ASSERT_EQ(world.hooks().played().running("web/0"), "site-relation-departed");
  EXPECT_EQ(world.read("web/0", world.beside), world.beside + "\n");
  EXPECT_NE(world.read("web/0", world.elsewhere).find(not_found), std::string::npos);
  world.hooks().played().end("web/0");
  world.settle();
}

TEST(Tools, H7_in_departed_the_member_that_goes_is_readable_and_not_listed) {
  ToolStage world;
  world.set(world.relation, "mysql/0", "last words");
  world.settle();
  world.play("db-relation-departed");
  world.run(protocol::RemoveUnit{"mysql/0", {}});
  world.run();
  ASSERT_EQ(world.running(), "db-relation-departed");
  ASSERT_FALSE(world.has_unit("mysql/0")) << "it is gone altogether";
  EXPECT_EQ(world.web({"relation-get", "password"}), "last words\n");
  EXPECT_EQ(world.web({"relation-get", "password", "mysql/0"}), "last words\n");
  EXPECT_EQ(world.web({"relation-list"}), "");
  EXPECT_EQ(world.web({"relation-ids", "db"}), "db:0\n");
  world.end_hook();
  world.settle();
}

TEST(Tools, H7_after_broken_the_relation_is_gone_for_the_unit) {
  ToolStage world;
  world.set(world.relation, "mysql/0", "m");
  world.settle();
  world.play("db-relation-broken");
  world.play("stop");
  world.run(protocol::RemoveUnit{"web/0", {}});
  ASSERT_EQ(world.running(), "db-relation-broken");
  EXPECT_EQ(world.web({"relation-ids", "db"}), "db:0\n") << "not before it has run";
  EXPECT_EQ(world.web({"relation-get", "-r", "db:0", "password", "mysql/0"}), "m\n");
  world.end_hook();
  ASSERT_EQ(world.running(), "stop");
  EXPECT_TRUE(world.contents().relations.contains(world.relation)) << "only for this unit";
  EXPECT_EQ(world.web({"relation-ids", "db"}), "");
  EXPECT_EQ(world.web({"relation-get", "-r", "db:0", "password", "mysql/0"}),
            "2 ERROR invalid value \"db:0\" for option -r: relation not found\n");
  world.end_hook();
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
}

} // namespace orrery::test
