#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

/// Each run of that hook writes the next number into the unit's own settings.
SimulatedHooks::Script counter(const std::string& option) {
  return [option, count = 0](const hooks::HookSight& sight, hooks::HookState& state) mutable {
    state.unit_changes[*sight.relation][option] = std::to_string(++count);
  };
}

} // namespace

TEST(Relations, H1_joined_is_followed_by_changed_on_both_sides) {
  SimulatedWorld world;
  relate_shop(world);
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), (Hooks{"db-relation-created", "db-relation-joined mysql/0",
                                            "db-relation-changed mysql/0"}));
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"server-relation-created", "server-relation-joined web/0",
                   "server-relation-changed web/0"}));
}

TEST(Relations, H1_changed_follows_joined_even_if_the_member_went_meanwhile) {
  SimulatedWorld world;
  world.hooks().hold("mysql/0", "server-relation-joined");
  relate_shop(world);
  world.run(protocol::RemoveUnit{"web/0"});
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"server-relation-created", "server-relation-joined web/0",
                   "server-relation-changed web/0", "server-relation-departed web/0"}));
}

TEST(Relations, H1_changed_follows_joined_even_if_the_agent_began_again) {
  SimulatedWorld world;
  world.hooks().hold("mysql/0", "server-relation-changed");
  relate_shop(world);
  world.crash();
  world.hooks().release("mysql/0");
  world.run(protocol::RemoveRelation{0});
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"server-relation-created", "server-relation-joined web/0",
                   "server-relation-changed web/0", "server-relation-changed web/0",
                   "server-relation-departed web/0", "server-relation-broken"}));
}

TEST(Relations, H2_H4_changed_runs_when_settings_change_and_several_changes_make_one) {
  SimulatedWorld world;
  const store::RelationId relation = relate_shop(world, 2);
  world.settle();
  world.hooks().clear();
  world.hooks().hold("mysql/0", "config-changed");
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  for (const char* path : {"/a", "/b", "/c"})
    EXPECT_TRUE(
      world.run(protocol::FlushHook{"web/1", {{relation, {{"path", path}}}}, {}, {}, {}}).ok());
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"config-changed", "server-relation-changed web/1"}));
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{}) << "nobody observes its own side (S2)";
}

TEST(Relations, H2_a_write_that_changes_nothing_wakes_nobody) {
  SimulatedWorld world;
  const store::RelationId relation = relate_shop(world);
  world.run(protocol::FlushHook{"web/0", {{relation, {{"path", "/a"}}}}, {}, {}, {}});
  world.settle();
  world.hooks().clear();
  world.run(protocol::FlushHook{"web/0", {{relation, {{"path", "/a"}}}}, {}, {}, {}}); // S5
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{});
}

TEST(Relations, H3_a_member_that_came_and_went_unseen_makes_no_hook) {
  SimulatedWorld world;
  world.hooks().hold("mysql/0", "server-relation-created");
  relate_shop(world);
  world.run(protocol::RemoveUnit{"web/0"});
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"server-relation-created"});
  EXPECT_FALSE(world.has_unit("web/0"));
}

TEST(Relations, H3_a_changed_not_yet_run_gives_way_to_departed) {
  SimulatedWorld world;
  const store::RelationId relation = relate_shop(world);
  world.settle();
  world.hooks().clear();
  world.hooks().hold("mysql/0", "config-changed");
  world.run(protocol::SetConfig{"mysql", {{"size", "3"}}, {}});
  world.run(protocol::FlushHook{"web/0", {{relation, {{"path", "/a"}}}}, {}, {}, {}});
  world.run(protocol::RemoveUnit{"web/0"});
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"config-changed", "server-relation-departed web/0"}));
}

TEST(Relations, H4_two_units_that_answer_each_other_come_to_rest) {
  SimulatedWorld world;
  world.hooks().script("web/0", "db-relation-joined", counter("asked"));
  world.hooks().script("mysql/0", "server-relation-changed",
                       [](const hooks::HookSight& sight, hooks::HookState& state) {
                         state.unit_changes[*sight.relation]["password"] = "secret";
                       });
  const store::RelationId relation = relate_shop(world);
  world.settle();
  EXPECT_EQ(world.contents().bags.at({relation, "mysql/0"}).values.at("password"), "secret");
  EXPECT_EQ(world.hooks_of("web/0").back(), "db-relation-changed mysql/0");
  EXPECT_LE(world.hooks().count("web/0", "db-relation-changed"), 2U);
}

TEST(Relations, H8_no_relation_hook_but_created_runs_before_start) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web");
    world.deploy(database_charm(), "mysql");
    world.relate("web:db", "mysql:server");
    world.settle();
    for (const char* unit : {"web/0", "mysql/0"}) {
      const Hooks ran = world.hooks_of(unit);
      const auto start = std::find(ran.begin(), ran.end(), "start");
      ASSERT_NE(start, ran.end());
      EXPECT_TRUE(std::none_of(ran.begin(), start, [](const std::string& hook) {
        return hook.find("-joined") != std::string::npos
               || hook.find("-changed ") != std::string::npos;
      }));
      EXPECT_EQ(ran.size(), 7U);
    }
  }
}

TEST(Relations, H8_a_dying_unit_gets_no_new_scope_and_no_config_change) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.settle();
  world.hooks().clear();
  world.hooks().hold("mysql/0", "stop");
  world.run(protocol::RemoveUnit{"mysql/0"});
  world.run(protocol::SetConfig{"mysql", {{"size", "9"}}, {}});
  world.relate("web:db", "mysql:server");
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"stop", "remove"}));
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{"db-relation-created"});
}

TEST(Relations, W8_an_agent_that_begins_again_repeats_no_joined_and_sees_who_is_new) {
  SimulatedWorld world;
  relate_shop(world);
  world.settle();
  world.hooks().clear();
  world.crash();
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), Hooks{});
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{});
  world.add_unit("web");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"server-relation-joined web/1", "server-relation-changed web/1"}));
}

TEST(Relations, W4_a_unit_that_begins_again_while_dying_enters_nothing_and_goes) {
  SimulatedWorld world;
  relate_shop(world);
  world.settle();
  world.hooks().hold("web/0", "db-relation-departed");
  world.run(protocol::RemoveUnit{"web/0"});
  world.crash();
  world.hooks().release("web/0");
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
}

} // namespace orrery::test
