#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace orrery::test {

TEST(RenewedMachines, S10_its_units_begin_anew_on_a_fresh_machine_in_the_scopes_they_are_in) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "started");
  EXPECT_EQ(machine(world, 1).instance, "i-1");
  const auto hooks = world.hooks_of("web/0");
  EXPECT_EQ(count(hooks, "install"), 2U);
  EXPECT_EQ(count(hooks, "start"), 2U);
  EXPECT_EQ(count(hooks, "db-relation-joined mysql/0"), 2U) << "its new agent has met nobody";
  EXPECT_EQ(count(world.hooks_of("logger/0"), "install"), 2U);
  EXPECT_EQ(count(world.hooks_of("mysql/0"), "server-relation-departed web/0"), 0U)
    << "it has never left its scopes";
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
  EXPECT_EQ(world.status("logger/0").agent.value, "idle");
}

TEST(RenewedMachines, S10_what_dies_with_a_lost_machine_leaves_its_scopes_from_the_fresh_one) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveApplication{"web"}).ok());
  world.settle();
  EXPECT_TRUE(world.has_unit("web/0")) << "nobody is there to run its last hooks";
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("web/0"));
  EXPECT_FALSE(world.contents().applications.contains("web"));
  for (const std::string& note : world.notes(""))
    EXPECT_TRUE(note.find("web/0") == std::string::npos
                && note.find("logger/0") == std::string::npos)
      << note;
}

TEST(RenewedMachines, M11_one_without_units_is_made_again) {
  SimulatedWorld world;
  world.run(protocol::AddMachine{});
  world.settle();
  world.provider().lose(1);
  world.settle();
  world.provider().fail("stop i-1", "cannot stop");
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  EXPECT_EQ(machine(world, 1).status.message, "cannot stop");
  world.provider().mend("stop i-1");
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  EXPECT_EQ(machine(world, 1).status.value, "started")
    << "at once, without waiting for the next try";
  EXPECT_TRUE(world.provider().instances().contains("i-1"));
}

TEST(RenewedMachines, M11_one_that_dies_while_it_is_made_again_is_down_and_stays_so) {
  SimulatedWorld world;
  begin_logged_shop(world);
  world.provider().lose(1);
  world.settle();
  world.provider().hold("stop i-1");
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  EXPECT_TRUE(world.run(protocol::RemoveMachine{1, {}, true}).ok());
  EXPECT_EQ(machine(world, 1).life, store::Life::Dying);
  world.provider().release("stop i-1");
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down");
  world.provider().find(1);
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down") << "nothing is known any more of what it had";
  world.crash();
  world.settle();
  EXPECT_EQ(machine(world, 1).status.value, "down");
  EXPECT_TRUE(world.run(protocol::RemoveMachine{1, {true, 0, false}, false}).ok());
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(1));
  EXPECT_FALSE(world.provider().instances().contains("i-1"));
}

TEST(RenewedMachines, M11_retry_provisioning_does_not_wait_for_the_next_try) {
  SimulatedWorld world;
  world.provider().fail("start 1", "no capacity");
  world.run(protocol::AddMachine{});
  world.advance(3'600'000);
  const std::size_t tries = world.provider().count("start 1");
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  EXPECT_EQ(world.provider().count("start 1"), tries + 1);
  world.advance(1'000);
  EXPECT_EQ(world.provider().count("start 1"), tries + 2) << "the delay begins anew";
}

TEST(RenewedMachines, S10_whatever_the_moment_of_a_crash_the_fresh_machine_begins_fresh) {
  for (std::uint64_t effect = 1;; effect += next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld world(effect);
    begin_logged_shop(world);
    world.crash_after(effect);
    world.provider().lose(1);
    world.settle();
    world.run(protocol::RetryProvisioning{1});
    world.settle();
    if (machine(world, 1).status.value == "down") { // the crash swallowed the word
      EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
      world.settle();
    }
    ASSERT_EQ(machine(world, 1).status.value, "started");
    EXPECT_GE(count(world.hooks_of("web/0"), "install"), 2U);
    EXPECT_GE(count(world.hooks_of("logger/0"), "install"), 2U);
    EXPECT_EQ(world.status("web/0").agent.value, "idle");
    if (world.crashes() == 0)
      break;
  }
}

/// Whatever was forgotten of its host by then: that host comes back as it was, or not at all.
TEST(RenewedMachines, U5_one_that_dies_before_it_is_made_again_is_not_found_again) {
  std::set<std::string> said;
  for (int moment = 0; moment < 400; moment += next_moment) {
    SCOPED_TRACE(moment);
    const int steps = moment % 40;
    SimulatedWorld world(static_cast<std::uint64_t>(moment) / 40);
    begin_logged_shop(world);
    world.provider().lose(1);
    world.settle();
    EXPECT_TRUE(world.run(protocol::RemoveUnit{"web/0"}).ok());
    world.settle();
    world.start(protocol::RetryProvisioning{1});
    world.step(steps);
    world.start(protocol::RemoveMachine{1, {}, true});
    world.step(2 * steps);
    world.provider().find(1);
    world.settle();
    if (!world.contents().machines.contains(1)) {
      EXPECT_EQ(world.provider().count("start 1"), 2U) << "it has been made again before it died";
      continue;
    }
    said.insert(machine(world, 1).status.value);
    EXPECT_TRUE(world.has_unit("web/0"));
  }
  if (next_moment == 1) { // error: its instance was let go of before
    EXPECT_EQ(said, (std::set<std::string>{"down", "error"}));
  }
}

/// U8: notes of what its hooks had done were gone by then, and with them once the word that it was
/// deployed.
TEST(RenewedMachines, U8_a_unit_of_one_that_goes_instead_is_recalled) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.hooks().fail("web/0", "install");
    world.deploy(web_charm(), "web");
    world.settle();
    world.provider().lose(1);
    world.settle();
    world.start(protocol::RetryProvisioning{1});
    world.start(protocol::RemoveMachine{1, {}, true});
    world.settle();
    world.provider().find(1);
    world.settle();
    EXPECT_FALSE(world.has_unit("web/0"));
    EXPECT_FALSE(world.provider().deployed().contains("web/0"));
    EXPECT_GE(world.provider().count("recall web/0"), 1U);
  }
}

} // namespace orrery::test
