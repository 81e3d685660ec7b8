// Users' commands in the place of a unit's hooks, and on machines: their turn, their tools, their
// end.
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using How = hooks::HookEnd::How;

/// A world with mysql/0 on machine 1, whose commands are played.
struct Stage : SimulatedWorld {
  Stage() {
    deploy(database_charm(), "mysql", 1, machine());
    settle();
    hooks().clear();
    play("exec");
  }
  store::MachineId machine() { return run_to_the_end(protocol::AddMachine{}); }

  void play(const std::string& hook) { hooks().played().play("mysql/0", hook); }
  [[nodiscard]] std::string running() { return hooks().played().running("mysql/0"); }
  void end(int code = 0) {
    hooks().played().end("mysql/0", code);
    run();
  }
  std::uint64_t exec_now(const std::string& whose = "mysql/0") {
    const std::uint64_t ticket = exec(whose, "true").value();
    run();
    return ticket;
  }
  void configure(const std::string& size) {
    (void)run(protocol::SetConfig{"mysql", {{"size", size}}, {}});
  }
  [[nodiscard]] std::string fault(std::uint64_t ticket) const {
    return exec_ended(ticket) == nullptr ? "not ended" : exec_ended(ticket)->fault;
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

TEST(Command, W7_takes_its_turn_with_the_hooks_of_its_unit) {
  Stage world;
  world.play("config-changed");
  world.configure("2");
  ASSERT_EQ(world.running(), "config-changed");
  const std::uint64_t first = world.exec_now();
  EXPECT_EQ(world.running(), "config-changed") << "a hook is not disturbed";
  world.end();
  ASSERT_EQ(world.running(), "exec");
  EXPECT_EQ(world.status("mysql/0").agent.message, "running commands");
  world.configure("3");
  EXPECT_EQ(world.running(), "exec") << "nor is a command";
  world.end();
  ASSERT_NE(world.exec_ended(first), nullptr);
  EXPECT_TRUE(world.exec_ended(first)->end.success());
  EXPECT_EQ(world.fault(first), "");
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
  EXPECT_EQ(world.hooks_of("mysql/0"), (Hooks{"exec", "config-changed", "exec", "exec"}));
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
    ASSERT_EQ(world.running(), "exec");
    EXPECT_EQ(world.tool("mysql/0", {"config-get", "size"}).output, "1\n");
    EXPECT_EQ(world.tool("mysql/0", {"relation-set", "-r", name, "password=secret"}).code, 0);
    EXPECT_EQ(world.tool("mysql/0", {"open-port", "3306"}).code, 0);
    EXPECT_FALSE(world.contents().bags.at({relation, "mysql/0"}).values.contains("password"));
    world.end(code);
    ASSERT_NE(world.exec_ended(ticket), nullptr);
    EXPECT_EQ(world.exec_ended(ticket)->end.code, code);
    world.settle();
    EXPECT_EQ(world.contents().bags.at({relation, "mysql/0"}).values.contains("password"),
              code == 0);
    EXPECT_EQ(world.status("mysql/0").ports.size(), code == 0 ? 1U : 0U);
  }
  EXPECT_EQ(world.hooks_of("web/0").back(), "db-relation-changed mysql/0")
    << "the other side hears of it";
}

/// As Juju does (worker/uniter/actions: a unit in a hook's error still runs them).
TEST(Command, W2_runs_while_a_failed_hook_waits_and_changes_nothing_of_that) {
  Stage world;
  world.hooks().fail("mysql/0", "config-changed");
  world.configure("2");
  const store::HookError before = world.status("mysql/0").error;
  ASSERT_EQ(before.hook, "config-changed");
  const std::uint64_t ticket = world.exec_now();
  ASSERT_EQ(world.running(), "exec");
  world.advance(3'600'000);
  EXPECT_EQ(world.status("mysql/0").error.attempt, before.attempt) << "the next try waits, too";
  world.end(1);
  ASSERT_NE(world.exec_ended(ticket), nullptr);
  EXPECT_EQ(world.status("mysql/0").error.hook, "config-changed");
  world.settle();
  EXPECT_EQ(world.status("mysql/0").error.next_at, 0)
    << "all tries are used up, by the hook's own failures";
  world.hooks().mend("mysql/0", "config-changed");
  world.run(protocol::Resolve{"mysql/0", true});
  world.settle();
  EXPECT_EQ(world.status("mysql/0").error, store::HookError{});
}

TEST(Command, runs_only_where_something_is_installed) {
  Stage world;
  world.hooks().played().play("web/0", "install");
  world.hooks().played().play("web/0", "exec");
  world.deploy(web_charm(), "web", 1, 0);
  ASSERT_EQ(world.hooks().played().running("web/0"), "install");
  const std::uint64_t ticket = world.exec_now("web/0");
  world.hooks().played().end("web/0");
  world.run();
  ASSERT_EQ(world.hooks().played().running("web/0"), "exec");
  world.hooks().played().end("web/0");
  world.settle();
  EXPECT_EQ(world.fault(ticket), "");
  EXPECT_EQ(world.status("web/0").workflow, "running");
}

TEST(Command, so_many_wait_and_no_more) {
  Stage world;
  for (int i = 0; i < 16; ++i)
    (void)world.exec_now();
  const std::uint64_t refused = world.exec_now();
  EXPECT_EQ(world.fault(refused), "16 commands wait for mysql/0 already: try again later");
  for (int i = 0; i < 16; ++i)
    world.end();
  EXPECT_EQ(world.running(), "");
  world.settle();
}

TEST(Command, W4_a_crash_takes_it_with_it_and_nothing_runs_again) {
  Stage world;
  for (int i = 0; i < 2; ++i)
    (void)world.exec_now();
  ASSERT_EQ(world.running(), "exec");
  world.crash();
  world.settle();
  EXPECT_EQ(world.running(), "");
  EXPECT_EQ(world.hooks_of("mysql/0"), Hooks{"exec"});
  EXPECT_EQ(world.status("mysql/0").error, store::HookError{});
}

TEST(Command, U6_a_removal_waits_for_it) {
  Stage world;
  const std::uint64_t ticket = world.exec_now();
  world.run(protocol::RemoveUnit{"mysql/0", {}});
  world.advance(60'000);
  EXPECT_TRUE(world.has_unit("mysql/0"));
  EXPECT_EQ(world.running(), "exec");
  world.end();
  EXPECT_EQ(world.fault(ticket), "");
  world.settle();
  EXPECT_FALSE(world.has_unit("mysql/0"));
}

TEST(Command, F1_force_goes_past_it_and_who_waits_is_told) {
  Stage world;
  const std::uint64_t first = world.exec_now();
  const std::uint64_t second = world.exec_now();
  protocol::Removal force;
  force.force = true;
  force.max_wait = 0;
  world.run(protocol::RemoveUnit{"mysql/0", force});
  world.run();
  EXPECT_EQ(world.fault(first), "its agent has ended: what the command has done is unknown");
  EXPECT_EQ(world.fault(second), "its agent has ended before the command's turn came");
  world.end();
  world.settle();
  EXPECT_FALSE(world.has_unit("mysql/0"));
}

TEST(Command, an_agent_that_fails_tells_who_waits_and_its_successor_goes_on) {
  Stage world;
  const std::uint64_t ticket = world.exec_now();
  world.fail_agent("hooks mysql/0");
  world.run();
  EXPECT_EQ(world.fault(ticket), "its agent has ended: what the command has done is unknown");
  world.end();
  const std::uint64_t next = world.exec_now();
  ASSERT_EQ(world.running(), "exec");
  world.end();
  EXPECT_EQ(world.fault(next), "");
  world.settle();
}

TEST(Command, M4_runs_on_a_machine_which_is_removed_after_it) {
  Stage world;
  const store::MachineId id = world.machine();
  const std::string whose = "machine " + std::to_string(id);
  const std::uint64_t ticket = world.exec_now(whose);
  ASSERT_EQ(world.hooks().played().running(""), "exec");
  world.run(protocol::RemoveMachine{id, {}});
  world.advance(60'000);
  EXPECT_TRUE(world.contents().machines.contains(id));
  EXPECT_EQ(world.exec_ended(ticket), nullptr);
  world.hooks().played().end("", 3);
  world.run();
  ASSERT_NE(world.exec_ended(ticket), nullptr);
  EXPECT_EQ(world.exec_ended(ticket)->end.code, 3);
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(id));
}

TEST(Command, one_whose_beginning_fails_is_told_and_holds_nobody) {
  Stage world;
  const store::MachineId id = world.machine();
  for (const std::string& whose : {std::string("mysql/0"), "machine " + std::to_string(id)}) {
    world.hooks().played().fail_next();
    const std::uint64_t ticket = world.exec_now(whose);
    ASSERT_NE(world.exec_ended(ticket), nullptr) << whose;
    EXPECT_EQ(world.exec_ended(ticket)->end.how, How::NotRun) << whose;
    world.settle();
  }
  world.run(protocol::RemoveMachine{id, {}});
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(id));
}

TEST(Command, F1_a_machine_that_is_removed_by_force_waits_for_nobody) {
  Stage world;
  const store::MachineId id = world.machine();
  const std::uint64_t ticket = world.exec_now("machine " + std::to_string(id));
  protocol::Removal force;
  force.force = true;
  force.max_wait = 0;
  world.run(protocol::RemoveMachine{id, force});
  world.run();
  EXPECT_EQ(world.fault(ticket),
            "its machine's agent has ended: what the command has done is unknown");
  world.hooks().played().end("");
  world.settle();
  EXPECT_FALSE(world.contents().machines.contains(id));
}

} // namespace orrery::test
