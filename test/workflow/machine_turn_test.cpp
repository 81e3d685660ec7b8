#include "actors/workflow/machine_turn.hpp"

#include <gtest/gtest.h>

// Which lock of its machine a hook or a task waits for.
namespace orrery::agents {
namespace {

using protocol::MachineTurn;

protocol::TaskSeen task_that_is(bool parallel, const std::string& group) {
  protocol::TaskSeen task;
  task.parallel = parallel;
  task.group = group;
  return task;
}

TEST(MachineTurns, A11_tasks_that_are_not_parallel_take_the_turn_of_hooks) {
  EXPECT_EQ(turn_of_hook(3), (MachineTurn{3, MachineTurn::Of::Hooks, ""}));
  EXPECT_EQ(turn_of_task(3, task_that_is(false, "")), turn_of_hook(3));
  EXPECT_EQ(turn_of_task(3, task_that_is(true, "")), std::nullopt);
  EXPECT_NE(turn_of_task(4, task_that_is(false, "")), turn_of_hook(3));
}

TEST(MachineTurns, A11_a_group_has_a_turn_of_its_own_for_parallel_tasks_and_others) {
  const MachineTurn of_group{3, MachineTurn::Of::Group, "disk"};
  for (const bool parallel : {true, false}) {
    EXPECT_EQ(turn_of_task(3, task_that_is(parallel, "disk")), of_group);
    EXPECT_EQ(turn_of_command(3, task_that_is(parallel, "disk")), of_group);
    EXPECT_NE(turn_of_task(3, task_that_is(parallel, "net")), of_group);
  }
}

TEST(MachineTurns, A60_commands_on_a_machine_never_wait_for_hooks) {
  const MachineTurn of_commands{3, MachineTurn::Of::Commands, ""};
  EXPECT_EQ(turn_of_command(3, task_that_is(false, "")), of_commands);
  EXPECT_NE(of_commands, turn_of_hook(3));
  EXPECT_EQ(turn_of_command(3, task_that_is(true, "")), std::nullopt);
}

} // namespace
} // namespace orrery::agents
