#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// web with a logger on each unit, both up.
store::RelationId relate_logger(SimulatedWorld& world, int webs = 1) {
  world.deploy(web_charm(), "web", webs);
  world.deploy(logger_charm(), "logger", 0);
  world.settle();
  const store::RelationId relation = world.relate("logger:info", "web:juju-info");
  world.settle();
  return relation;
}

} // namespace

TEST(Subordinates, B1_B3_each_principal_gets_one_which_its_agent_deploys) {
  SimulatedWorld world;
  relate_logger(world, 2);
  EXPECT_EQ(world.contents().applications.at("logger").unit_count, 2U);
  EXPECT_EQ(world.provider().deployed().at("logger/0"),
            world.unit(world.unit("logger/0").principal).machine);
  EXPECT_EQ(world.status("logger/0").workflow, "running");
  EXPECT_EQ(world.status("logger/1").workflow, "running");
  EXPECT_NE(world.unit("logger/0").principal, world.unit("logger/1").principal);
}

TEST(Subordinates, B5_a_subordinate_charm_makes_no_unit) {
  SimulatedWorld world;
  world.deploy(logger_charm(), "logger", 0);
  world.settle();
  EXPECT_TRUE(world.contents().units.empty());
  EXPECT_EQ(world.run(protocol::AddUnit{"logger", {}}).code, protocol::Code::IsSubordinate);
}

TEST(Subordinates, B7_on_the_juju_info_side_no_hook_runs) {
  SimulatedWorld world;
  relate_logger(world);
  EXPECT_EQ(world.hooks_of("web/0"), come_up);
  EXPECT_EQ(world.hooks().count("logger/0", "info-relation-joined"), 1U);
}

TEST(Subordinates, B4_a_subordinate_goes_with_its_last_container_relation) {
  SimulatedWorld world;
  const store::RelationId info = relate_logger(world);
  const store::RelationId logs = world.relate("logger:logs", "web:site");
  world.settle();
  world.run(protocol::RemoveRelation{info});
  world.settle();
  EXPECT_EQ(world.unit("logger/0").life, store::Life::Alive) << "the other relation keeps it";
  world.run(protocol::RemoveRelation{logs});
  world.settle();
  EXPECT_FALSE(world.has_unit("logger/0"));
  EXPECT_TRUE(world.contents().applications.contains("logger"));
  EXPECT_EQ(world.hooks().count("logger/0", "stop"), 1U);
  EXPECT_FALSE(world.provider().deployed().contains("logger/0"));
  EXPECT_EQ(world.status("web/0").workflow, "running");
}

TEST(Subordinates, U5_B4_a_dying_principal_waits_for_its_subordinate) {
  SimulatedWorld world;
  relate_logger(world);
  world.hooks().hold("logger/0", "stop");
  world.run(protocol::RemoveUnit{"web/0"});
  EXPECT_TRUE(world.hooks().is_running("logger/0"));
  EXPECT_EQ(world.unit("web/0").life, store::Life::Dying);
  EXPECT_EQ(world.hooks().count("web/0", "stop"), 1U) << "it stops before it waits (H8)";
  world.hooks().release("logger/0");
  world.settle();
  EXPECT_FALSE(world.has_unit("logger/0")); // U8
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(Subordinates, B2_a_principal_waits_until_the_earlier_subordinate_is_gone) {
  SimulatedWorld world;
  const store::RelationId info = relate_logger(world);
  world.hooks().hold("logger/0", "stop");
  world.run(protocol::RemoveRelation{info});
  EXPECT_TRUE(world.hooks().is_running("logger/0"));
  const store::RelationId again = world.relate("logger:info", "web:juju-info");
  EXPECT_FALSE(world.contents().scopes.contains({again, "web/0"}));
  world.hooks().release("logger/0");
  world.settle();
  EXPECT_FALSE(world.has_unit("logger/0"));
  EXPECT_EQ(world.unit("logger/1").principal, "web/0") << "the next number";
  EXPECT_EQ(world.status("logger/1").workflow, "running");
}

TEST(Subordinates, B3_a_subordinate_that_never_ran_goes_without_a_hook) {
  SimulatedWorld world;
  world.provider().fail("deploy logger/0", "no space");
  world.deploy(web_charm(), "web");
  world.deploy(logger_charm(), "logger", 0);
  world.relate("logger:info", "web:juju-info");
  EXPECT_EQ(world.unit("logger/0").life, store::Life::Alive);
  world.run(protocol::RemoveUnit{"web/0"});
  world.advance(600'000);
  EXPECT_TRUE(world.contents().units.empty()) << "the subordinate keeps its principal";
  EXPECT_EQ(world.hooks_of("logger/0"), Hooks{});
}

TEST(Subordinates, S10_a_lost_disk_strands_neither_principal_nor_subordinate) {
  SimulatedWorld world;
  relate_logger(world);
  world.hooks().hold("logger/0", "stop");
  world.run(protocol::RemoveUnit{"web/0"});
  world.crash_losing_notes();
  world.hooks().release("logger/0");
  world.settle();
  EXPECT_TRUE(world.contents().units.empty());
  world.run(protocol::RemoveApplication{"logger"});
  world.run(protocol::RemoveApplication{"web"});
  world.settle();
  EXPECT_TRUE(world.contents().applications.empty());
}

TEST(Subordinates, an_agent_that_fails_leaves_no_second_agent_of_its_subordinate) {
  SimulatedWorld world;
  relate_logger(world);
  world.hooks().clear();
  world.fail_agent("hooks web/0");
  world.settle();
  world.run(protocol::SetConfig{"logger", {}, {}});
  EXPECT_EQ(world.hooks_of("logger/0"), Hooks{});
  EXPECT_EQ(world.provider().count("hooks logger/0"), 2U) << "its agent began again, once";
  world.run(protocol::RemoveApplication{"logger"});
  world.settle();
  EXPECT_EQ(world.hooks().count("logger/0", "stop"), 1U);
  EXPECT_EQ(world.hooks().count("logger/0", "info-relation-broken"), 1U);
  EXPECT_FALSE(world.contents().applications.contains("logger"));
}

TEST(Subordinates, B6_one_has_no_place_in_a_relation_with_others_than_its_principals_application) {
  SimulatedWorld world;
  const store::RelationId on_web = relate_logger(world);
  world.deploy(database_charm(), "db");
  const store::RelationId on_db = world.relate("logger:info", "db:juju-info");
  world.settle();
  EXPECT_EQ(world.unit("logger/1").principal, "db/0");
  const auto& scopes = world.contents().scopes;
  EXPECT_TRUE(scopes.contains({on_web, "logger/0"}));
  EXPECT_TRUE(scopes.contains({on_db, "logger/1"}));
  EXPECT_FALSE(scopes.contains({on_web, "logger/1"}));
  EXPECT_FALSE(scopes.contains({on_db, "logger/0"}));
  EXPECT_EQ(world.hooks().count("logger/0", "info-relation-created"), 1U);
  EXPECT_EQ(world.hooks().count("logger/1", "info-relation-created"), 1U);
  world.run(protocol::RemoveRelation{on_db});
  world.settle();
  EXPECT_FALSE(world.has_unit("logger/1"));
  EXPECT_EQ(world.unit("logger/0").life, store::Life::Alive);
  EXPECT_EQ(world.hooks().count("logger/0", "info-relation-broken"), 0U);
}

TEST(Subordinates, B6_the_model_lets_none_in_where_it_has_no_place) {
  SimulatedWorld world;
  const store::RelationId on_web = relate_logger(world);
  world.deploy(database_charm(), "db");
  const store::RelationId on_db = world.relate("logger:info", "db:juju-info");
  world.settle();
  const store::Contents before = world.contents();
  const protocol::Answer answer = world.run(protocol::EnterScope{"logger/0", on_db, {}});
  EXPECT_EQ(answer.code, protocol::Code::CannotEnterScope);
  EXPECT_NE(answer.text.find("no place in a container relation"), std::string::npos) << answer.text;
  EXPECT_EQ(world.contents().scopes, before.scopes);
  EXPECT_TRUE(world.contents().scopes.contains({on_web, "logger/0"}));
}

TEST(Subordinates, S10_one_leaves_a_scope_that_it_has_although_it_has_no_place_there) {
  for (const bool begins_again : {false, true}) {
    SimulatedWorld world;
    relate_logger(world);
    world.deploy(database_charm(), "db");
    const store::RelationId on_db = world.relate("logger:info", "db:juju-info");
    world.settle();
    store::Relation relation = world.contents().relations.at(on_db);
    ++relation.unit_count;
    world.crash_and_put({relation, // as a program left it that let anybody in
                         store::Scope{on_db, "logger/0", store::Role::Requirer, "web/0", false},
                         store::Bag{on_db, "logger/0", 9, {}, "web/0"}});
    if (begins_again)
      world.crash_losing_notes();
    world.settle();
    world.run(protocol::RemoveUnit{"web/0"});
    world.settle();
    EXPECT_FALSE(world.has_unit("logger/0"));
    EXPECT_FALSE(world.has_unit("web/0"));
  }
}

TEST(Subordinates, B8_a_relation_between_two_of_them_neither_keeps_nor_kills) {
  using store::Role;
  using store::ScopeKind;
  store::Charm probe =
    make_charm("probe", {{"info", "juju-info", Role::Requirer, ScopeKind::Container, 0},
                         {"data", "data", Role::Provider, ScopeKind::Container, 0}});
  store::Charm sender =
    make_charm("sender", {{"info", "juju-info", Role::Requirer, ScopeKind::Container, 0},
                          {"data", "data", Role::Requirer, ScopeKind::Container, 0}});
  probe.subordinate = true;
  sender.subordinate = true;
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(probe, "probe", 0);
  world.deploy(sender, "sender", 0);
  const store::RelationId keeping = world.relate("probe:info", "web:juju-info");
  world.relate("sender:info", "web:juju-info");
  const store::RelationId between = world.relate("sender:data", "probe:data");
  world.settle();
  EXPECT_TRUE(world.contents().scopes.contains({between, "probe/0"})) << "a place for both";
  EXPECT_TRUE(world.contents().scopes.contains({between, "sender/0"}));
  world.run(protocol::RemoveRelation{between, {}});
  world.settle();
  EXPECT_EQ(world.unit("probe/0").life, store::Life::Alive);
  EXPECT_EQ(world.unit("sender/0").life, store::Life::Alive);
  world.relate("sender:data", "probe:data");
  world.settle();
  world.run(protocol::RemoveRelation{keeping, {}});
  world.settle();
  EXPECT_FALSE(world.has_unit("probe/0"));
  EXPECT_EQ(world.unit("sender/0").life, store::Life::Alive);
}

} // namespace orrery::test
