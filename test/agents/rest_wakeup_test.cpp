// No news is lost: whatever comes while an agent goes to rest, and whoever fails then.
#include "cmd/simulate/agreement.hpp"
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

struct Related : SimulatedWorld {
  explicit Related(std::uint64_t seed) : SimulatedWorld(seed, rules::history_kept, 0) {
    deploy(web_charm(), "web", 1, 0);
    deploy(database_charm(), "mysql", 1, 0);
    settle();
    db = relate("web:db", "mysql:server");
    settle();
    hooks().clear();
  }
  void expect_all_seen(const std::string& size) {
    settle();
    EXPECT_TRUE(rests("mysql/0"));
    EXPECT_TRUE(rests("web/0"));
    EXPECT_EQ(contents().configs.at("mysql").values.at("size"), size);
    EXPECT_EQ(simulate::disagreements(*this), std::vector<std::string>{});
  }
  store::RelationId db = 0;
};

} // namespace

TEST(RestWakeup, no_change_is_lost_at_any_point_of_going_to_rest) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (int moment = 0; moment < 120; moment += next_moment) {
      SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(moment));
      Related world(seed);
      world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
      world.step(moment);
      world.start(protocol::SetConfig{"mysql", {{"size", "3"}}, {}});
      world.expect_all_seen("3");
    }
}

TEST(RestWakeup, no_counterpart_is_missed_at_any_point_of_going_to_rest) {
  for (int moment = 0; moment < 150; moment += 2 * next_moment) {
    SCOPED_TRACE(moment);
    Related world(static_cast<std::uint64_t>(moment));
    world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.step(moment);
    world.start(protocol::AddUnit{"web", 0});
    world.expect_all_seen("2");
    EXPECT_EQ(world.hooks().count("mysql/0", "server-relation-joined"), 1U);
  }
}

/// What its deployer was told goes with it; who begins in its place asks the roster.
TEST(RestWakeup, no_change_is_lost_when_the_machines_agent_fails) {
  for (int moment = 0; moment < 120; moment += next_moment) {
    SCOPED_TRACE(moment);
    Related world(static_cast<std::uint64_t>(moment % 7));
    world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.step(moment);
    ASSERT_TRUE(world.fail_agent_of("machine 0"));
    world.step(moment % 5);
    world.start(protocol::SetConfig{"mysql", {{"size", "3"}}, {}});
    world.expect_all_seen("3");
  }
}

TEST(RestWakeup, an_agent_that_fails_while_it_begins_again_is_begun_once_more) {
  for (int moment = 0; moment < 80; moment += next_moment) {
    SCOPED_TRACE(moment);
    Related world(static_cast<std::uint64_t>(moment % 5));
    world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.step(moment);
    (void)world.fail_agent_of("mysql/0");
    world.expect_all_seen("2");
  }
}

/// Whoever acted before it has looked, and may just have said that it looks no more: between that
/// and the answer to its own look nothing is told (docs/model/rest.pml).
TEST(RestWakeup, nobody_rests_before_its_own_looks_are_answered) {
  Related world(1);
  world.slow_entity(rules::application("mysql"), 1'000);
  world.roster().stir("mysql/0");
  world.step(500);
  ASSERT_TRUE(world.agent_of("mysql/0"));
  const auto told_by_name = protocol::ApplicationSeen{world.contents().applications.at("mysql"),
                                                      {world.contents().relations.at(world.db)}};
  world.roster().tell("mysql/0", caf::make_message(told_by_name));
  world.step(500);
  EXPECT_FALSE(world.rests("mysql/0"));
  world.settle();
  EXPECT_TRUE(world.rests("mysql/0"));
}

/// Nobody has looked since then: entities know by themselves whom they tell.
TEST(RestWakeup, each_of_those_it_would_observe_begins_it_after_a_restart) {
  const auto hooks_after = [](const protocol::Command& command, const std::string& unit) {
    Related world(1);
    world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.settle();
    world.crash();
    world.settle();
    EXPECT_TRUE(world.rests(unit));
    world.hooks().clear();
    EXPECT_EQ(world.run(command).verdict, protocol::Verdict::Done);
    world.settle();
    return world.hooks_of(unit);
  };
  EXPECT_EQ(hooks_after(protocol::SetConfig{"mysql", {{"size", "3"}}, {}}, "mysql/0"),
            Hooks{"config-changed"});
  EXPECT_EQ(
    hooks_after(protocol::FlushHook{"mysql/0", {{0, {{"port", "1"}}}}, {}, {}, {}}, "web/0"),
    Hooks{"db-relation-changed mysql/0"});
  EXPECT_EQ(hooks_after(protocol::RemoveRelation{0}, "web/0"),
            (Hooks{"db-relation-departed mysql/0", "db-relation-broken"}));
  EXPECT_EQ(hooks_after(protocol::RemoveUnit{"mysql/0", {}}, "mysql/0").back(), "remove");
}

TEST(RestWakeup, a_users_command_is_answered_whoever_fails) {
  for (int moment = 0; moment < 60; moment += next_moment) {
    SCOPED_TRACE(moment);
    Related world(static_cast<std::uint64_t>(moment % 5));
    const std::uint64_t ticket = world.exec("mysql/0");
    world.step(moment);
    (void)world.fail_agent_of("mysql/0");
    world.settle();
    EXPECT_TRUE(world.has_ended(ticket));
  }
}

TEST(RestWakeup, a_unit_is_removed_at_any_point_of_going_to_rest) {
  for (int moment = 0; moment < 120; moment += 3 * next_moment) {
    SCOPED_TRACE(moment);
    Related world(static_cast<std::uint64_t>(moment));
    world.start(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    world.step(moment);
    world.start(protocol::RemoveApplication{"mysql"});
    world.settle();
    EXPECT_FALSE(world.has_unit("mysql/0"));
    world.run(protocol::RemoveApplication{"web"});
    world.settle();
    world.expect_nothing_left();
  }
}

} // namespace orrery::test
