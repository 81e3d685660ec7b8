// How many agents of units begin at once.
#include "actors/agents/beginnings.hpp"
#include "actors/agents/messages.hpp"
#include "test/agents/resting_world.hpp"
#include "test/support/moments.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scoped_actor.hpp>

#include <algorithm>

namespace orrery::test {

namespace {

/// Units of web on one machine each, with a logger each and a relation to mysql/0, all at rest.
struct Crowd : RestingWorld {
  explicit Crowd(int webs, std::uint64_t seed = 1) : RestingWorld(seed) {
    deploy(web_charm(), "web", webs);
    deploy(database_charm(), "mysql");
    deploy(logger_charm(), "logger", 0);
    relate("web:db", "mysql:server");
    relate("logger:info", "web:juju-info");
    settle();
    for (const auto& [name, unit] : contents().units)
      units.push_back(name);
  }
  [[nodiscard]] std::size_t agents_there() {
    return static_cast<std::size_t>(std::count_if(
      units.begin(), units.end(), [this](const std::string& unit) { return agent_of(unit); }));
  }
  /// How many were there at once, at most, until nothing was left to do.
  std::size_t most_there() {
    std::size_t most = 0;
    while (step(1) > 0)
      most = std::max(most, agents_there());
    settle();
    return most;
  }
  std::vector<std::string> units;
};

} // namespace

/// P3: memory does not grow with what is removed. Beside the two that begin there are principals
/// that wait for theirs, and those whose hooks run.
TEST(Beginnings, a_removal_of_many_units_has_few_agents_there_at_once) {
  const auto most_there = [](std::size_t beginning) {
    Crowd world(40);
    world.beginnings().set_most(beginning);
    world.start(protocol::RemoveApplication{"web"});
    const std::size_t most = world.most_there();
    EXPECT_FALSE(world.has_unit("web/0"));
    return most;
  };
  EXPECT_LE(most_there(2), 16U);
  EXPECT_GT(most_there(1024), 40U);
}

TEST(Beginnings, units_of_two_models_with_the_same_name_have_a_place_each) {
  agents::Roster one, other;
  agents::Beginnings beginnings;
  beginnings.set_most(2);
  EXPECT_TRUE(beginnings.take_place(one, "db/0", {}, false));
  EXPECT_TRUE(beginnings.take_place(other, "db/0", {}, false));
  EXPECT_EQ(beginnings.count(), 2U);
  EXPECT_FALSE(beginnings.take_place(one, "db/1", {}, false)) << "both places are taken";
  beginnings.withdraw(one, "db/1");
  beginnings.give_back(one, "db/0");
  EXPECT_EQ(beginnings.count(), 1U) << "the other's stays";
  EXPECT_TRUE(beginnings.take_place(one, "db/1", {}, false));
}

TEST(Beginnings, MD50_a_model_of_which_many_wait_leaves_another_its_share) {
  agents::Roster busy, quiet;
  agents::Beginnings beginnings;
  beginnings.set_most(2);
  EXPECT_TRUE(beginnings.take_place(busy, "db/0", {}, false));
  EXPECT_TRUE(beginnings.take_place(busy, "db/1", {}, false));
  caf::actor_system_config config;
  caf::actor_system system{config};
  caf::scoped_actor deployer{system};
  for (int i = 2; i < 100; ++i)
    EXPECT_FALSE(
      beginnings.take_place(busy, "db/" + std::to_string(i), deployer.address(), i % 2 == 0));
  EXPECT_FALSE(beginnings.take_place(quiet, "web/0", deployer.address(), false));
  beginnings.give_back(busy, "db/0");
  deployer->receive([](const agents::MayBegin& told) { EXPECT_EQ(told.unit, "web/0"); });
  beginnings.give_back(busy, "db/1");
  deployer->receive([](const agents::MayBegin& told) { EXPECT_EQ(told.unit, "db/2"); });
  EXPECT_EQ(beginnings.count(), 2U);
}

TEST(Beginnings, one_at_a_time_is_enough) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Crowd world(3, seed);
    world.beginnings().set_most(1);
    world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    (void)world.add_unit("web");
    world.settle();
    world.run(protocol::RemoveApplication{"web"});
    world.run(protocol::RemoveApplication{"logger"});
    world.run(protocol::RemoveApplication{"mysql"});
    world.settle();
    world.expect_nothing_left();
    EXPECT_EQ(world.beginnings().count(), 0U);
  }
}

TEST(Beginnings, who_fails_before_it_waits_gives_its_place_back) {
  for (const char* whose : {"web/0", "logger/0", "machine 1"})
    for (int moment = 0; moment < 200; moment += 5 * next_moment) {
      SCOPED_TRACE(testing::Message() << whose << " fails at " << moment);
      Crowd world(3);
      world.beginnings().set_most(1);
      world.start(protocol::RemoveApplication{"web"});
      world.step(moment);
      (void)world.fail_agent_of(whose);
      world.settle();
      EXPECT_FALSE(world.has_unit("web/0"));
      EXPECT_EQ(world.beginnings().count(), 0U);
    }
}

TEST(Beginnings, who_fails_for_good_gives_its_place_back) {
  Crowd world(3);
  world.beginnings().set_most(1);
  (void)world.exec("web/0");
  while (world.status("web/0").agent.value != "lost") {
    if (world.agent_of("web/0"))
      (void)world.fail_agent_of("web/0");
    ASSERT_GT(world.step(1), 0);
  }
  world.run();
  EXPECT_EQ(world.beginnings().count(), 0U);
}

/// Who was to begin them begins nobody any more.
TEST(Beginnings, those_of_a_removed_machine_keep_no_place) {
  for (int moment = 0; moment < 200; moment += 2 * next_moment) {
    SCOPED_TRACE(moment);
    Crowd world(2);
    world.beginnings().set_most(1);
    world.start(protocol::RemoveApplication{"logger"});
    world.step(moment);
    world.start(protocol::RemoveMachine{1, {true, 0, false}});
    world.settle();
    EXPECT_EQ(world.beginnings().count(), 0U);
  }
}

TEST(Beginnings, those_of_a_lost_machine_keep_no_place) {
  for (int moment = 0; moment < 200; moment += 5 * next_moment) {
    SCOPED_TRACE(moment);
    Crowd world(3);
    world.beginnings().set_most(1);
    world.start(protocol::RemoveApplication{"web"});
    world.step(moment);
    world.provider().lose(1);
    world.advance(600'000);
    EXPECT_EQ(world.beginnings().count(), 0U);
    world.provider().find(1);
    world.settle();
    EXPECT_FALSE(world.has_unit("web/0"));
  }
}

/// An agent whose machine is lost while it waits for a place begins without one when the machine is
/// made again.
TEST(Beginnings, those_of_a_machine_that_is_made_again_keep_no_place) {
  constexpr int many = 2'000;
  Crowd world(3);
  world.beginnings().set_most(1);
  world.slow_entity(rules::unit("mysql/0", false), 60'000);
  world.start(protocol::SetConfig{"mysql", {{"size", "7"}}, {}});
  world.step(many);
  (void)world.exec("web/0");
  world.step(many);
  ASSERT_EQ(world.beginnings().count(), 1U) << "of mysql/0";
  ASSERT_FALSE(world.agent_of("web/0"));
  world.hooks().hold("web/0", "install");
  world.provider().lose(1);
  world.step(many);
  world.start(protocol::RetryProvisioning{1});
  world.step(many);
  ASSERT_TRUE(world.agent_of("web/0"));
  world.run(); // mysql/0 gives the place back
  EXPECT_TRUE(world.agent_of("web/0"));
  EXPECT_EQ(world.beginnings().count(), 0U);
  world.hooks().release("web/0");
  world.settle();
}

/// A unit that runs for long, or waits for a person, keeps nobody from beginning.
TEST(Beginnings, who_waits_has_no_place) {
  Crowd world(3);
  world.beginnings().set_most(1);
  world.hooks().fail("mysql/0", "config-changed", 3);
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  EXPECT_TRUE(world.agent_of("mysql/0"));
  EXPECT_EQ(world.beginnings().count(), 0U);
  world.settle();
}

TEST(Beginnings, whose_hook_runs_has_no_place) {
  Crowd world(3);
  world.beginnings().set_most(1);
  world.hooks().hold("mysql/0", "config-changed");
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  EXPECT_EQ(world.beginnings().count(), 0U);
  (void)world.exec("web/0");
  world.run();
  EXPECT_TRUE(world.rests("web/0"));
  world.hooks().release("mysql/0");
  world.settle();
}

} // namespace orrery::test
