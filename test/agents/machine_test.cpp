#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/heard.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

bool has_machine(const SimulatedWorld& world, store::MachineId id) {
  return world.contents().machines.contains(id);
}

} // namespace

TEST(Machines, M4_M6_a_machine_removed_becomes_dead_and_its_instance_is_released) {
  SimulatedWorld world;
  world.run(protocol::AddMachine{});
  world.settle();
  EXPECT_EQ(machine(world, 1).instance, "i-1");
  EXPECT_EQ(machine(world, 1).address, "10.0.0.1");
  EXPECT_TRUE(world.run(protocol::RemoveMachine{1}).ok());
  world.settle();
  EXPECT_FALSE(has_machine(world, 1));
  EXPECT_EQ(world.provider().instances(), std::set<std::string>{"i-0"});
  EXPECT_EQ(world.provider().count("stop i-1"), 1U);
}

TEST(Machines, M5_a_dead_machine_has_no_agent_after_a_restart) {
  SimulatedWorld world;
  world.run(protocol::AddMachine{});
  world.settle();
  world.provider().fail("stop i-1", "cannot stop");
  world.run(protocol::RemoveMachine{1});
  EXPECT_EQ(machine(world, 1).life, store::Life::Dead);
  world.crash();
  world.run();
  EXPECT_EQ(machine(world, 1).life, store::Life::Dead);
  EXPECT_EQ(machine(world, 1).status.message, "cannot stop");
  world.provider().mend("stop i-1");
  world.settle();
  EXPECT_FALSE(has_machine(world, 1));
}

TEST(Machines, M8_a_machine_dying_between_two_tries_is_never_provisioned) {
  SimulatedWorld world;
  world.provider().fail("start 1", "no capacity");
  world.run(protocol::AddMachine{});
  EXPECT_EQ(world.provider().count("start 1"), 1U);
  world.run(protocol::RemoveMachine{1});
  world.settle();
  EXPECT_FALSE(has_machine(world, 1));
  EXPECT_EQ(world.provider().count("start 1"), 1U);
}

TEST(Machines, M8_an_instance_that_comes_too_late_is_released) {
  SimulatedWorld world;
  world.provider().hold("start 1");
  world.run(protocol::AddMachine{});
  world.run(protocol::RemoveMachine{1});
  world.provider().release("start 1");
  world.settle();
  EXPECT_FALSE(has_machine(world, 1));
  EXPECT_EQ(world.provider().instances(), std::set<std::string>{"i-0"});
}

TEST(Machines, M8_an_instance_that_comes_too_late_is_released_though_that_fails_at_first) {
  SimulatedWorld world;
  world.provider().hold("start 1");
  world.provider().fail("stop i-1", "it is busy", 2);
  world.run(protocol::AddMachine{});
  world.run(protocol::RemoveMachine{1});
  world.provider().release("start 1");
  world.settle();
  EXPECT_FALSE(has_machine(world, 1));
  EXPECT_EQ(world.provider().instances(), std::set<std::string>{"i-0"});
}

TEST(Machines, M8_the_instance_of_a_machine_that_force_deleted_is_released_in_the_end) {
  for (const bool slow : {false, true}) {
    SCOPED_TRACE(slow);
    SimulatedWorld world;
    world.run(protocol::AddMachine{});
    world.settle();
    world.provider().fail("stop i-1", "it is busy", slow ? 1 : 10);
    if (slow)
      world.provider().hold("stop i-1");
    world.run(protocol::RemoveMachine{1, {true, 0, false}, false});
    world.advance(300'000);
    EXPECT_FALSE(has_machine(world, 1));
    world.provider().release("stop i-1");
    world.settle();
    EXPECT_EQ(world.provider().instances(), std::set<std::string>{"i-0"});
  }
}

TEST(Machines, M8_an_unknown_instance_is_released_after_it_was_seen_twice) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.provider().add_instance("i-99");
    world.crash();
    world.run();
    EXPECT_EQ(world.provider().count("stop i-99"), 0U) << "seen only once";
    world.settle();
    EXPECT_EQ(world.provider().count("stop i-99"), 1U);
    EXPECT_EQ(world.provider().instances(), std::set<std::string>{"i-0"});
  }
}

TEST(Machines, M8_no_instance_is_unknown_while_a_machine_is_being_made) {
  SimulatedWorld world;
  world.provider().add_instance("i-1"); // left by a predecessor; machine 1 will find it made
  world.crash();
  world.run();
  world.advance(1'000);
  world.provider().hold("start 1");
  world.run(protocol::AddMachine{});
  world.advance(60'000);
  EXPECT_EQ(world.provider().count("stop i-1"), 0U);
  world.provider().release("start 1");
  world.settle();
  EXPECT_EQ(machine(world, 1).instance, "i-1");
  EXPECT_EQ(world.provider().count("stop i-1"), 0U);
}

TEST(Machines, M9_a_unit_waits_for_its_machine_and_is_deployed_there) {
  SimulatedWorld world;
  world.provider().hold("start 1");
  world.deploy(web_charm(), "web");
  EXPECT_EQ(world.status("web/0").workload.message, "waiting for machine");
  EXPECT_TRUE(world.provider().deployed().empty());
  world.provider().release("start 1");
  world.settle();
  EXPECT_EQ(world.provider().deployed(), (std::map<std::string, store::MachineId>{{"web/0", 1}}));
  EXPECT_EQ(world.hooks_of("web/0"), come_up);
}

TEST(Machines, M9_the_agent_recalls_what_is_deployed_and_not_assigned) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  const std::uint64_t before = world.effects();
  world.run(protocol::RemoveUnit{"web/0"});
  const std::uint64_t whole = world.effects() - before;
  for (std::uint64_t effect = 1; effect <= whole; effect += next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld again;
    again.deploy(web_charm(), "web", 1, 0);
    again.settle();
    again.crash_after(effect);
    again.run(protocol::RemoveUnit{"web/0"});
    again.settle();
    EXPECT_FALSE(again.has_unit("web/0"));
    EXPECT_TRUE(again.provider().deployed().empty());
    EXPECT_EQ(again.notes(""), std::vector<std::string>{});
  }
}

TEST(Machines, M11_its_log_tells_every_status_whoever_begins_late) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    Heard heard;
    EXPECT_TRUE(runtime::set_log_level("status", "info"));
    world.run(protocol::AddMachine{});
    world.settle();
    const std::string log = heard.take();
    const auto pending = log.find("a machine's status machine=1 status=pending");
    EXPECT_NE(pending, std::string::npos);
    EXPECT_NE(log.find("a machine's status machine=1 status=started", pending), std::string::npos);
    EXPECT_EQ(log.find("machine=1 status=", log.find("machine=1 status=started") + 1),
              std::string::npos)
      << "each once";
    const store::Model model = world.contents().model;
    EXPECT_TRUE(log.ends_with(runtime::model_fields(model.name, model.uuid) + "\n")) << log;
  }
}

TEST(Machines, M11_provisioning_that_fails_says_so_and_is_tried_again_with_growing_delay) {
  SimulatedWorld world;
  world.provider().fail("start 1", "no capacity in this block");
  world.run(protocol::AddMachine{});
  EXPECT_EQ(machine(world, 1).status.value, "error");
  EXPECT_EQ(machine(world, 1).status.message, "no capacity in this block");
  const std::vector<std::pair<store::Milliseconds, std::size_t>> tries{
    {999, 1}, {1, 2}, {1'999, 2}, {1, 3}, {3'999, 3}, {1, 4}};
  for (const auto& [later, count] : tries) {
    world.advance(later);
    EXPECT_EQ(world.provider().count("start 1"), count);
  }
  world.advance(3'600'000);
  const std::size_t in_an_hour = world.provider().count("start 1");
  world.advance(600'000);
  EXPECT_EQ(world.provider().count("start 1"), in_an_hour + 2) << "every five minutes at last";
  world.provider().mend("start 1");
  world.settle();
  EXPECT_EQ(machine(world, 1).instance, "i-1");
  EXPECT_NE(machine(world, 1).status.value, "error");
}

TEST(Machines, a_waiting_machine_has_one_timer_however_much_happens_beside_it) {
  SimulatedWorld world;
  world.provider().fail("start 1", "no capacity");
  world.run(protocol::AddMachine{});
  world.advance(600'000);
  for (int i = 0; i < 20; ++i)
    world.run(protocol::AddMachine{});
  EXPECT_LE(world.timers(), 2U);
}

TEST(Machines, M9_a_unit_removed_while_its_machine_is_pending_goes_at_once) {
  SimulatedWorld world;
  world.provider().hold("start 1");
  world.deploy(web_charm(), "web");
  world.run(protocol::RemoveUnit{"web/0"});
  EXPECT_FALSE(world.has_unit("web/0")); // U11
  EXPECT_EQ(world.hooks_of("web/0"), std::vector<std::string>{});
  world.provider().release("start 1");
  world.settle();
  EXPECT_TRUE(world.provider().deployed().empty());
}

TEST(Machines, U11_deployed_and_removed_at_once_leaves_a_free_machine) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    EXPECT_TRUE(world.run(protocol::CreateApplication{"web", web_charm(), {}}).ok());
    world.start(protocol::AddUnit{"web", {}});
    world.step(static_cast<int>(seed) * 3);
    EXPECT_TRUE(world.run(protocol::RemoveApplication{"web"}).ok());
    world.settle();
    world.expect_nothing_left();
    EXPECT_TRUE(!has_machine(world, 1) || world.run(protocol::RemoveMachine{1}).ok());
    world.settle();
    EXPECT_FALSE(has_machine(world, 1));
  }
}

TEST(Machines, a_unit_that_cannot_be_deployed_says_so_and_is_deployed_once_that_works) {
  SimulatedWorld world;
  world.provider().fail("deploy web/0", "no space left");
  world.deploy(web_charm(), "web", 1, 0);
  EXPECT_EQ(world.status("web/0").agent.value, "failed");
  EXPECT_EQ(world.status("web/0").agent.message, "no space left");
  world.advance(60'000);
  EXPECT_EQ(world.hooks_of("web/0"), std::vector<std::string>{});
  world.provider().mend("deploy web/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("web/0"), come_up);
  EXPECT_EQ(world.status("web/0").agent.value, "idle");
}

TEST(Machines, L9_a_recall_that_fails_is_tried_again) {
  SimulatedWorld world;
  world.deploy(web_charm(), "web", 1, 0);
  world.settle();
  world.provider().fail("recall web/0", "busy", 2);
  world.run(protocol::RemoveApplication{"web"});
  world.settle();
  world.expect_nothing_left();
}

} // namespace orrery::test
