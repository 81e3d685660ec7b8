// Users' commands that are cancelled, at whatever moment that comes, or cannot begin.
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::test {

namespace {

/// A world with mysql/0, and a machine of its own; commands at both hang until they are killed.
struct CancellingWorld : SimulatedWorld {
  CancellingWorld() {
    deploy(database_charm(), "mysql");
    machine = "machine " + run(protocol::AddMachine{}).created;
    settle();
    hooks().played().play("mysql/0", "juju-exec");
  }

  /// Runs a command and cancels it when so many messages have been handled since it was enqueued.
  /// @returns how it has ended
  store::Task cancelled_after(const std::string& whose, int messages) {
    const std::uint64_t ticket = exec(whose);
    while (answer(ticket) == nullptr)
      (void)step(1);
    (void)step(messages);
    const store::Task seen = task(ticket);
    (void)run(protocol::CancelTask{seen.operation, seen.id, seen.unit, seen.machine});
    return task(ticket);
  }

  std::string machine;
};

} // namespace

TEST(CancelledCommand, A30_ends_whenever_that_comes) {
  const std::string cancelled = "cancelled: action cancelled via the API";
  const std::string killed = "aborted: terminated with results";
  const std::string not_started = "aborted: terminated";
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CancellingWorld world;
    world.order_messages_by(seed);
    for (const std::string& whose : {std::string("mysql/0"), world.machine}) {
      std::set<std::string> ends;
      for (int messages = 0; messages < 60; ++messages) {
        const store::Task end = world.cancelled_after(whose, messages);
        const std::string status(store::to_string(end.status));
        ASSERT_TRUE(store::is_final(end.status))
          << whose << " is " << status << " after " << messages << ", seed " << seed;
        EXPECT_FALSE(world.hooks().played().any_running());
        ends.insert(status + ": " + end.message + (end.results.empty() ? "" : " with results"));
      }
      EXPECT_TRUE(ends.erase(not_started) == 1 || whose == world.machine);
      EXPECT_EQ(ends, (std::set<std::string>{cancelled, killed})) << whose;
    }
    world.settle();
  }
}

TEST(CancelledCommand, A64_one_whose_input_is_gone_fails_and_does_not_hang_as_one_that_runs) {
  CancellingWorld world;
  for (const std::string& place : {std::string("mysql/0"), world.machine}) {
    const std::uint64_t ticket = world.start(simulate::exec_at(place, R"(cat","stdin":"gone)"));
    world.settle();
    EXPECT_EQ(world.end_of(ticket), "failed: its standard input went with the client that gave "
                                    "it: run the command again");
  }
}

} // namespace orrery::test
