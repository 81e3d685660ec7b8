#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

TEST(Scopes, S1_initial_settings_are_there_for_whoever_sees_the_member) {
  SimulatedWorld world;
  const store::RelationId relation = relate_shop(world);
  world.settle();
  const store::Settings initial{{"private-address", "10.0.0.1"},
                                {"ingress-address", "10.0.0.1"},
                                {"egress-subnets", "10.0.0.1/32"}};
  EXPECT_EQ(world.contents().bags.at({relation, "web/0"}).values, initial);
}

TEST(Scopes, S6_a_relation_that_ends_runs_departed_and_broken_on_both_sides_and_goes) {
  SimulatedWorld world;
  const store::RelationId relation = relate_shop(world, 2);
  world.settle();
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::RemoveRelation{relation}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"server-relation-departed web/0", "server-relation-departed web/1",
                   "server-relation-broken"}));
  for (const char* unit : {"web/0", "web/1"})
    EXPECT_EQ(world.hooks_of(unit), (Hooks{"db-relation-departed mysql/0", "db-relation-broken"}));
  EXPECT_TRUE(world.contents().relations.empty()); // S8
  EXPECT_EQ(world.contents().applications.at("web").relation_count, 0U);
  EXPECT_TRUE(world.contents().bags.empty()) << "C1";
  EXPECT_EQ(world.notes("r"), Hooks{});
}

TEST(Scopes, S6_broken_alone_runs_where_there_never_was_a_member) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql", 0);
  world.settle();
  world.hooks().clear();
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.settle();
  world.run(protocol::RemoveRelation{relation});
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), (Hooks{"db-relation-created", "db-relation-broken"}));
}

TEST(Scopes, S8_A7_the_last_reference_to_an_application_goes_with_another_ones_unit) {
  SimulatedWorld world;
  relate_shop(world);
  world.settle();
  world.hooks().fail("web/0", "db-relation-broken");
  world.run(protocol::RemoveApplication{"mysql"});
  world.settle();
  EXPECT_EQ(world.contents().applications.at("mysql").unit_count, 0U);
  world.run(protocol::Resolve{"web/0", false});
  world.settle();
  EXPECT_FALSE(world.contents().applications.contains("mysql"));
  EXPECT_FALSE(world.contents().configs.contains("mysql"));
}

TEST(Scopes, S10_an_agent_on_a_fresh_disk_leaves_the_scopes_its_predecessor_entered) {
  for (const bool unit_first : {false, true}) {
    SimulatedWorld world;
    relate_shop(world);
    world.settle();
    world.hooks().clear();
    if (unit_first) {
      world.hooks().hold("web/0", "db-relation-departed");
      world.run(protocol::RemoveUnit{"web/0"});
      EXPECT_EQ(world.unit("web/0").life, store::Life::Dying);
    }
    world.crash_losing_notes();
    if (!unit_first)
      world.run(protocol::RemoveUnit{"web/0"});
    world.hooks().release("web/0");
    world.settle();
    EXPECT_FALSE(world.has_unit("web/0"));
    EXPECT_EQ(world.contents().scopes.size(), 1U);
    world.run(protocol::RemoveApplication{"mysql"});
    world.run(protocol::RemoveApplication{"web"});
    world.settle();
    world.expect_nothing_left();
  }
}

TEST(Scopes, S10_an_alive_unit_on_a_fresh_disk_comes_up_again_in_the_scope_it_has) {
  SimulatedWorld world;
  relate_shop(world);
  world.settle();
  world.hooks().clear();
  world.crash_losing_notes();
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"),
            (Hooks{"install", "db-relation-created", "leader-elected", "config-changed", "start",
                   "db-relation-joined mysql/0", "db-relation-changed mysql/0"}));
  world.run(protocol::RemoveApplication{"web"});
  world.run(protocol::RemoveApplication{"mysql"});
  world.settle();
  world.expect_nothing_left();
}

TEST(Scopes, U8_what_ran_is_recalled_although_its_agents_notes_are_lost) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.settle();
  world.hooks().hold("web/0", "stop");
  world.run(protocol::RemoveUnit{"web/0"});
  world.crash_losing_notes();
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_TRUE(world.provider().deployed().empty());
}

TEST(Scopes, S11_a_unit_that_begins_to_leave_is_gone_for_its_counterparts_at_once) {
  SimulatedWorld world;
  relate_shop(world);
  world.settle();
  world.hooks().clear();
  world.hooks().hold("web/0", "db-relation-departed");
  world.run(protocol::RemoveUnit{"web/0"});
  EXPECT_TRUE(world.hooks().is_running("web/0"));
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"server-relation-departed web/0"});
  EXPECT_EQ(world.contents().scopes.size(), 2U) << "it holds the relation until it has left";
  world.hooks().release("web/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"server-relation-departed web/0"});
}

TEST(Scopes, S2_peers_observe_one_another_and_not_themselves) {
  SimulatedWorld world;
  world.deploy(ring_charm(), "riak", 3);
  world.settle();
  for (const char* unit : {"riak/0", "riak/1", "riak/2"}) {
    EXPECT_EQ(world.hooks().count(unit, "ring-relation-joined"), 2U);
    EXPECT_EQ(world.hooks().count(unit, "ring-relation-changed"), 2U);
  }
  world.run(protocol::RemoveApplication{"riak"});
  world.settle();
  for (const char* unit : {"riak/0", "riak/1", "riak/2"})
    EXPECT_EQ(world.hooks().count(unit, "ring-relation-broken"), 1U);
  world.expect_nothing_left();
}

} // namespace orrery::test
