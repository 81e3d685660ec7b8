// Users' commands in the place of a unit's hooks, and on machines: their turn, their tools, their
// end.
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// A world with mysql/0 on machine 1, whose commands are played.
struct Stage : SimulatedWorld {
  Stage() {
    deploy(database_charm(), "mysql", 1, machine());
    settle();
    hooks().clear();
    play("juju-exec");
  }
  store::MachineId machine() { return run_to_the_end(protocol::AddMachine{}); }

  void play(const std::string& hook) { hooks().played().play("mysql/0", hook); }
  [[nodiscard]] std::string running() { return hooks().played().running("mysql/0"); }
  void end(int code = 0) {
    hooks().played().end("mysql/0", code);
    run();
  }
  std::uint64_t exec_now(const std::string& whose = "mysql/0") {
    const std::uint64_t ticket = exec(whose);
    run();
    return ticket;
  }
  void cancel(std::uint64_t ticket) {
    const store::Task seen = task(ticket);
    (void)run(protocol::CancelTask{seen.operation, seen.id, seen.unit, seen.machine});
  }
  void configure(const std::string& size) {
    (void)run(protocol::SetConfig{"mysql", {{"size", size}}, {}});
  }
  using SimulatedWorld::run;

private:
  store::MachineId run_to_the_end(const protocol::Command& command) {
    const protocol::Answer made = run(command);
    settle();
    return static_cast<store::MachineId>(std::stoul(made.created));
  }
};

} // namespace

TEST(Command, W7_A19_takes_its_turn_with_the_hooks_of_its_unit) {
  Stage world;
  world.play("config-changed");
  world.configure("2");
  ASSERT_EQ(world.running(), "config-changed");
  const std::uint64_t first = world.exec_now();
  EXPECT_EQ(world.running(), "config-changed") << "a hook is not disturbed";
  world.end();
  ASSERT_EQ(world.running(), "juju-exec");
  EXPECT_EQ(world.status("mysql/0").agent.message, "running action juju-exec");
  world.configure("3");
  EXPECT_EQ(world.running(), "juju-exec") << "nor is a command";
  world.end();
  EXPECT_EQ(world.end_of(first), "completed");
  ASSERT_EQ(world.running(), "config-changed");
  world.end();
  world.settle();
  EXPECT_EQ(world.status("mysql/0").agent.value, "idle");
}

TEST(Command, many_of_them_do_not_keep_a_hook_from_its_turn) {
  Stage world;
  for (int i = 0; i < 3; ++i)
    (void)world.exec_now();
  world.configure("2");
  for (int i = 0; i < 3; ++i)
    world.end();
  world.settle();
  EXPECT_EQ(world.hooks_of("mysql/0"),
            (Hooks{"juju-exec", "config-changed", "juju-exec", "juju-exec"}));
}

TEST(Command, H6_what_it_wants_changed_is_changed_when_it_has_succeeded) {
  Stage world;
  world.deploy(web_charm(), "web");
  world.settle();
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.settle();
  const std::string name = "server:" + std::to_string(relation);
  for (const int code : {2, 0}) {
    const std::uint64_t ticket = world.exec_now();
    ASSERT_EQ(world.running(), "juju-exec");
    EXPECT_EQ(world.tool("mysql/0", {"config-get", "size"}).output, "1\n");
    EXPECT_EQ(world.tool("mysql/0", {"relation-set", "-r", name, "password=secret"}).code, 0);
    EXPECT_EQ(world.tool("mysql/0", {"open-port", "3306"}).code, 0);
    EXPECT_FALSE(world.contents().bags.at({relation, "mysql/0"}).values.contains("password"));
    world.end(code);
    EXPECT_EQ(world.end_of(ticket), code == 0 ? "completed" : "failed: exit status 2");
    world.settle();
    EXPECT_EQ(world.contents().bags.at({relation, "mysql/0"}).values.contains("password"),
              code == 0);
    EXPECT_EQ(world.status("mysql/0").ports.size(), code == 0 ? 1U : 0U);
  }
  EXPECT_EQ(world.hooks_of("web/0").back(), "db-relation-changed mysql/0")
    << "the other side hears of it";
}

/// Juju does so, too (worker/uniter/actions: a unit in a hook's error still runs them).
TEST(Command, W2_A14_runs_while_a_failed_hook_waits_and_changes_nothing_of_that) {
  Stage world;
  world.hooks().fail("mysql/0", "config-changed");
  world.configure("2");
  const store::HookError before = world.status("mysql/0").error;
  ASSERT_EQ(before.hook, "config-changed");
  const std::uint64_t ticket = world.exec_now();
  ASSERT_EQ(world.running(), "juju-exec");
  world.advance(3'600'000);
  EXPECT_EQ(world.status("mysql/0").error.attempt, before.attempt) << "the next try waits, too";
  world.end(1);
  EXPECT_EQ(world.end_of(ticket), "failed: exit status 1");
  EXPECT_EQ(world.status("mysql/0").error.hook, "config-changed");
  world.settle();
  EXPECT_EQ(world.status("mysql/0").error.next_at, 0)
    << "all tries are used up, by the hook's own failures";
  world.hooks().mend("mysql/0", "config-changed");
  world.run(protocol::Resolve{"mysql/0", true});
  world.settle();
  EXPECT_EQ(world.status("mysql/0").error, store::HookError{});
}

TEST(Command, A12_runs_only_where_something_is_installed) {
  Stage world;
  world.hooks().played().play("web/0", "install");
  world.hooks().played().play("web/0", "juju-exec");
  world.deploy(web_charm(), "web", 1, 0);
  ASSERT_EQ(world.hooks().played().running("web/0"), "install");
  const std::uint64_t ticket = world.exec_now("web/0");
  world.hooks().played().end("web/0");
  world.run();
  ASSERT_EQ(world.hooks().played().running("web/0"), "juju-exec");
  world.hooks().played().end("web/0");
  world.settle();
  EXPECT_EQ(world.end_of(ticket), "completed");
  EXPECT_EQ(world.status("web/0").workflow, "running");
}

TEST(Command, A13_a_crash_ends_it_and_nothing_runs_again) {
  Stage world;
  const std::uint64_t first = world.exec_now();
  const std::uint64_t second = world.exec_now();
  ASSERT_EQ(world.running(), "juju-exec");
  world.crash();
  world.run();
  EXPECT_EQ(world.end_of(first), "failed: action terminated");
  ASSERT_EQ(world.running(), "juju-exec") << "the one that had not begun runs";
  world.end();
  world.settle();
  EXPECT_EQ(world.end_of(second), "completed");
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"juju-exec", "juju-exec"}));
  EXPECT_EQ(world.status("mysql/0").error, store::HookError{});
}

TEST(Command, A18_they_run_in_their_order_and_what_was_cancelled_is_skipped) {
  Stage world;
  const std::uint64_t first = world.exec_now();
  const std::uint64_t second = world.exec_now();
  const std::uint64_t third = world.exec_now();
  world.cancel(second);
  EXPECT_EQ(world.end_of(second), "cancelled: action cancelled via the API");
  world.end();
  EXPECT_EQ(world.end_of(first), "completed");
  EXPECT_EQ(world.end_of(third), "running");
  world.end();
  world.settle();
  EXPECT_EQ(world.end_of(third), "completed");
}

TEST(Command, A30_one_that_runs_is_ended_by_being_cancelled) {
  Stage world;
  const store::MachineId id = world.machine();
  for (const std::string& whose : {std::string("mysql/0"), "machine " + std::to_string(id)}) {
    const std::uint64_t ticket = world.exec_now(whose);
    ASSERT_EQ(world.end_of(ticket), "running") << whose;
    world.cancel(ticket);
    world.settle();
    EXPECT_EQ(world.end_of(ticket), "aborted: terminated") << whose;
  }
}

TEST(Command, U6_a_removal_waits_for_it) {
  Stage world;
  const std::uint64_t ticket = world.exec_now();
  world.run(protocol::RemoveUnit{"mysql/0", {}});
  world.advance(60'000);
  EXPECT_TRUE(world.has_unit("mysql/0"));
  EXPECT_EQ(world.running(), "juju-exec");
  world.end();
  EXPECT_EQ(world.end_of(ticket), "completed");
  world.settle();
  EXPECT_FALSE(world.has_unit("mysql/0"));
}

TEST(Command, A15_tasks_of_a_dying_unit_run_before_its_next_teardown_hook) {
  Stage world;
  const std::uint64_t first = world.exec_now();
  const std::uint64_t second = world.exec_now();
  world.run(protocol::RemoveUnit{"mysql/0", {}});
  world.end();
  ASSERT_EQ(world.running(), "juju-exec");
  world.end();
  world.settle();
  EXPECT_EQ(world.end_of(first), "completed");
  EXPECT_EQ(world.end_of(second), "completed");
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"juju-exec", "juju-exec", "stop", "remove"}));
  EXPECT_FALSE(world.has_unit("mysql/0"));
}

TEST(Command, A17_force_goes_past_it_and_cancels_what_is_left) {
  Stage world;
  const std::uint64_t first = world.exec_now();
  const std::uint64_t second = world.exec_now();
  protocol::Removal force;
  force.force = true;
  force.max_wait = 0;
  world.run(protocol::RemoveUnit{"mysql/0", force});
  world.run();
  if (!world.running().empty())
    world.end();
  world.settle();
  EXPECT_FALSE(world.has_unit("mysql/0"));
  EXPECT_EQ(world.end_of(first), "cancelled: unit removed");
  EXPECT_EQ(world.end_of(second), "cancelled: unit removed");
}

TEST(Command, A13_an_agent_that_fails_fails_it_and_its_successor_goes_on) {
  Stage world;
  const std::uint64_t ticket = world.exec_now();
  world.fail_agent("hooks mysql/0");
  world.run();
  EXPECT_EQ(world.end_of(ticket), "failed: action terminated");
  world.end();
  const std::uint64_t next = world.exec_now();
  ASSERT_EQ(world.running(), "juju-exec");
  world.end();
  EXPECT_EQ(world.end_of(next), "completed");
  world.settle();
}

TEST(Command, M4_runs_on_a_machine_which_is_removed_after_it) {
  Stage world;
  const store::MachineId id = world.machine();
  const std::string whose = "machine " + std::to_string(id);
  const std::uint64_t ticket = world.exec_now(whose);
  ASSERT_EQ(world.hooks().played().running(""), "juju-exec");
  world.run(protocol::RemoveMachine{id, {}});
  world.advance(60'000);
  EXPECT_TRUE(world.contents().machines.contains(id));
  EXPECT_EQ(world.end_of(ticket), "running");
  world.hooks().played().end("", 3);
  world.run();
  EXPECT_EQ(world.end_of(ticket), "failed: exit status 3");
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(id));
}

TEST(Command, one_whose_beginning_fails_is_told_and_holds_nobody) {
  Stage world;
  const store::MachineId id = world.machine();
  for (const std::string& whose : {std::string("mysql/0"), "machine " + std::to_string(id)}) {
    world.hooks().played().fail_next();
    const std::uint64_t ticket = world.exec_now(whose);
    EXPECT_EQ(world.end_of(ticket).substr(0, 6), "failed") << whose;
    world.settle();
  }
  world.run(protocol::RemoveMachine{id, {}});
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(id));
}

TEST(Command, A17_a_machine_that_is_removed_by_force_waits_for_nobody) {
  Stage world;
  const store::MachineId id = world.machine();
  const std::uint64_t ticket = world.exec_now("machine " + std::to_string(id));
  protocol::Removal force;
  force.force = true;
  force.max_wait = 0;
  world.run(protocol::RemoveMachine{id, force});
  world.run();
  world.settle();
  EXPECT_EQ(world.end_of(ticket), "cancelled: machine removed");
  EXPECT_FALSE(world.contents().machines.contains(id));
}

} // namespace orrery::test
