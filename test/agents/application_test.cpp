#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

std::string leader(const SimulatedWorld& world, const std::string& application) {
  return world.contents().applications.at(application).leader;
}

} // namespace

TEST(Leadership, the_first_unit_to_claim_it_leads_and_only_that_is_told) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web", 3);
    world.settle();
    ASSERT_FALSE(leader(world, "web").empty());
    for (const char* unit : {"web/0", "web/1", "web/2"})
      EXPECT_EQ(world.hooks().count(unit, "leader-elected"),
                leader(world, "web") == unit ? 1U : 0U);
  }
}

TEST(Leadership, L3_a_leader_leads_through_stop_and_remove_and_passes_it_on_when_it_is_removed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web", 3);
    world.settle();
    const std::string first = leader(world, "web");
    world.hooks().clear();
    world.hooks().hold(first, "stop");
    world.run(protocol::RemoveUnit{first});
    EXPECT_EQ(leader(world, "web"), first);
    EXPECT_TRUE(world.hooks().last_sight(first, "stop").leader);
    world.hooks().release(first);
    world.settle();
    EXPECT_TRUE(world.hooks().last_sight(first, "remove").leader);
    const std::string second = leader(world, "web");
    EXPECT_NE(second, first);
    EXPECT_EQ(world.hooks_of(second), Hooks{"leader-elected"});
    EXPECT_TRUE(world.hooks().last_sight(second, "leader-elected").leader);
  }
}

TEST(Leadership, it_stays_where_it_is_when_the_process_begins_again) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 3);
  world.settle();
  const std::string first = leader(world, "web");
  world.hooks().clear();
  world.crash();
  world.settle();
  EXPECT_EQ(leader(world, "web"), first);
  EXPECT_EQ(world.hooks_of(first), Hooks{});
}

TEST(Leadership, a_relation_is_joined_when_a_leader_has_entered) {
  using store::RelationStatus;
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 0);
  world.deploy(database_charm(), "mysql", 0);
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  const auto status = [&] { return world.contents().relations.at(relation).status; };
  EXPECT_EQ(status(), RelationStatus::Joining) << "nobody is there";
  world.add_unit("web");
  world.settle();
  EXPECT_EQ(status(), RelationStatus::Joined) << "its first unit leads it";
  world.run(protocol::RemoveUnit{"web/0", {}});
  world.settle();
  EXPECT_EQ(status(), RelationStatus::Joined) << "it does not go back";
}

TEST(Configuration, a_change_runs_config_changed_once_with_the_new_values) {
  SimulatedWorld world;
  world.deploy(database_charm(), "mysql", 2);
  world.settle();
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::SetConfig{"mysql", {{"size", "4"}}, {}}).ok());
  world.settle();
  for (const char* unit : {"mysql/0", "mysql/1"}) {
    EXPECT_EQ(world.hooks_of(unit), Hooks{"config-changed"});
    EXPECT_EQ(world.hooks().last_sight(unit, "config-changed").config.at("size"), "4");
  }
  EXPECT_TRUE(world.run(protocol::SetConfig{"mysql", {{"size", "4"}}, {}}).ok());
  world.settle();
  EXPECT_EQ(world.hooks().count("mysql/0", "config-changed"), 1U) << "nothing changed";
}

TEST(Configuration, changes_while_a_hook_runs_make_one_hook_with_the_newest) {
  SimulatedWorld world;
  world.hooks().hold("mysql/0", "start");
  world.deploy(database_charm(), "mysql", 1, 0);
  for (const char* size : {"5", "6", "7"})
    world.run(protocol::SetConfig{"mysql", {{"size", size}}, {}});
  world.hooks().clear();
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"config-changed"});
  EXPECT_EQ(world.hooks().last_sight("mysql/0", "config-changed").config.at("size"), "7");
}

/// Whatever the agent is doing at that moment, it hears of the change.
TEST(Configuration, a_change_at_any_moment_is_delivered) {
  for (int moment = 0; moment < 400; moment += next_moment) {
    SCOPED_TRACE(moment);
    SimulatedWorld world;
    world.run(protocol::CreateApplication{"mysql", database_charm(), {}});
    world.start(protocol::AddUnit{"mysql", 0});
    world.step(moment);
    world.run(protocol::SetConfig{"mysql", {{"size", "8"}}, {}});
    world.settle();
    EXPECT_EQ(world.hooks().last_sight("mysql/0", "config-changed").config.at("size"), "8");
    EXPECT_LE(world.hooks().count("mysql/0", "config-changed"), 2U);
  }
}

TEST(Removal, at_any_moment_leaves_nothing) { // L9
  for (int moment = 0; moment < 400; moment += next_moment) {
    SCOPED_TRACE(moment);
    SimulatedWorld world;
    world.run(protocol::CreateApplication{"riak", ring_charm(), {}});
    world.start(protocol::AddUnit{"riak", 0});
    world.step(moment);
    world.run(protocol::RemoveApplication{"riak"});
    world.settle();
    world.expect_nothing_left();
  }
}

TEST(Removal, L9_an_application_whose_machine_never_comes_is_removed_all_the_same) {
  SimulatedWorld world;
  world.provider().fail("start 1", "no capacity");
  world.deploy(web_charm(), "web");
  world.run(protocol::RemoveApplication{"web"});
  world.advance(60'000);
  world.expect_nothing_left();
  EXPECT_TRUE(world.run(protocol::RemoveMachine{1}).ok());
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(1));
}

TEST(Removal, L9_an_application_whose_unit_cannot_be_deployed_is_removed_all_the_same) {
  SimulatedWorld world;
  world.provider().fail("deploy web/0", "no space left");
  world.deploy(web_charm(), "web", 1, 0);
  world.run(protocol::RemoveApplication{"web"});
  world.advance(600'000);
  world.expect_nothing_left();
}

} // namespace orrery::test
