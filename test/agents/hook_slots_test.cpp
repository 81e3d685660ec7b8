// Hooks that wait for a place among those that run at once.
#include "cmd/simulate/user_tasks.hpp"
#include "store/operations.hpp"
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace orrery::test {

namespace {

using Names = std::vector<std::string>;

constexpr int places = 8; // by default
constexpr int units_for_places = places + 2;

/// mysql with more units than hooks may run at once.
struct FullHost : simulate::World {
  FullHost() : World(options()) {
    begin();
    deploy(database_charm(), "mysql", units_for_places);
    settle();
    hooks().clear();
  }

  static std::string name(int i) { return "mysql/" + std::to_string(i); }
  /// Their hooks for a changed setting hang until they are released.
  void change_setting() {
    for (int i = 0; i < units_for_places; ++i)
      hooks().hold(name(i), "config-changed");
    (void)run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  }
  [[nodiscard]] Names waiting() {
    Names found;
    for (int i = 0; i < units_for_places; ++i)
      if (!hooks().is_running(name(i)))
        found.push_back(name(i));
    return found;
  }
  /// How many of those units have a try behind them that has failed.
  [[nodiscard]] int failed() {
    int count = 0;
    for (int i = 0; i < units_for_places; ++i)
      count += status(name(i)).error.attempt > 0 ? 1 : 0;
    return count;
  }
  using World::run;

private:
  static simulate::WorldOptions options() {
    simulate::WorldOptions options;
    options.shared_host = true;
    options.listener = [](const std::string& finding) { ADD_FAILURE() << finding; };
    return options;
  }
};

} // namespace

TEST(HookSlots, W4_one_that_waits_is_noted_when_it_gets_its_place_and_has_not_run_after_a_crash) {
  FullHost world;
  const std::uint64_t before = world.notes_database().sequence();
  world.change_setting();
  const Names waiting = world.waiting();
  ASSERT_EQ(waiting.size(), units_for_places - places);
  EXPECT_EQ(world.notes_database().sequence(), before + places) << "of those who run";
  for (const std::string& unit : waiting)
    world.hooks().release(unit);
  world.crash();
  world.run();
  EXPECT_EQ(world.failed(), places);
  for (const std::string& unit : waiting)
    EXPECT_EQ(world.hooks_of(unit), Names{"config-changed"});
}

TEST(HookSlots, W4_what_was_done_is_on_disk_while_the_units_next_hook_waits) {
  FullHost world;
  const std::string leader = world.contents().applications.at("mysql").leader;
  world.change_setting();
  const Names waiting = world.waiting();
  std::string done; // a unit that runs its hook, and has another before it
  for (int i = 0; i < units_for_places; ++i)
    if (const std::string unit = FullHost::name(i);
        unit != leader && std::find(waiting.begin(), waiting.end(), unit) == waiting.end())
      done = unit;
  (void)world.run(protocol::SetLeaderSettings{"mysql", leader, {{"primary", "a"}}});
  world.hooks().release(done);
  world.run();
  ASSERT_EQ(world.hooks_of(done), Names{"config-changed"}) << "its place is another's";
  world.crash();
  for (int i = 0; i < units_for_places; ++i)
    world.hooks().release(FullHost::name(i));
  world.run();
  EXPECT_EQ(world.status(done).error, store::HookError{});
  world.settle();
  EXPECT_EQ(world.hooks_of(done), (Names{"config-changed", "leader-settings-changed"}));
}

TEST(HookSlots, A11_units_of_one_machine_run_their_hooks_one_after_another) {
  FullHost world;
  const protocol::AddUnit beside{"mysql", world.unit("mysql/0").machine};
  const std::string second = world.run(beside).created;
  const std::string third = world.run(beside).created;
  world.settle();
  world.hooks().clear();
  for (const std::string& unit : {std::string("mysql/0"), second, third})
    world.hooks().hold(unit, "config-changed");
  (void)world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  std::set<std::string> waiting{"mysql/0", second, third};
  for (int turn = 0; turn < 3; ++turn) {
    std::string runs;
    for (const std::string& unit : waiting)
      if (world.hooks().is_running(unit)) {
        EXPECT_EQ(runs, "") << "beside " << unit;
        runs = unit;
      }
    ASSERT_NE(runs, "") << "nobody has the turn";
    waiting.erase(runs);
    world.hooks().release(runs);
    world.run();
  }
  EXPECT_TRUE(waiting.empty());
  world.settle();
}

TEST(HookSlots, A11_a_turn_comes_back_with_an_agent_that_fails) {
  FullHost world;
  const protocol::AddUnit beside{"mysql", world.unit("mysql/0").machine};
  const std::string second = world.run(beside).created;
  world.settle();
  world.hooks().clear();
  world.hooks().hold("mysql/0", "config-changed");
  (void)world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  if (world.hooks_of(second).empty()) { // mysql/0 has the turn
    ASSERT_TRUE(world.fail_agent_of("mysql/0"));
    world.run();
  }
  EXPECT_EQ(world.hooks_of(second), Names{"config-changed"});
  world.hooks().release("mysql/0");
  world.settle();
}

TEST(HookSlots, A30_a_command_on_a_machine_that_is_cancelled_while_it_waits_does_not_begin) {
  FullHost world;
  world.change_setting();
  (void)world.start(simulate::exec_at("machine 0"));
  world.run();
  ASSERT_EQ(world.contents().tasks.size(), 1U);
  const store::Task begun = world.contents().tasks.begin()->second;
  ASSERT_EQ(begun.status, store::TaskStatus::Running);
  ASSERT_EQ(world.hooks().played().running(""), "") << "all places are taken";
  (void)world.run(protocol::CancelTask{begun.operation, begun.id, "", 0});
  const auto seen = store::read_operation(*world.database().snapshot(), begun.operation);
  ASSERT_TRUE(seen && *seen);
  EXPECT_EQ((*seen)->tasks.front().task.status, store::TaskStatus::Aborted);
  EXPECT_EQ((*seen)->tasks.front().task.message, "terminated");
  EXPECT_EQ((*seen)->tasks.front().task.results, "") << "it has run nothing";
  for (int i = 0; i < units_for_places; ++i)
    world.hooks().release(FullHost::name(i));
  world.settle();
  EXPECT_EQ(world.hooks().played().running(""), "");
}

} // namespace orrery::test
