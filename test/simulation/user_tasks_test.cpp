#include "cmd/simulate/user_tasks.hpp"

#include <gtest/gtest.h>

// Tasks that have not ended while all rests.
namespace orrery::simulate {
namespace {

store::Contents with_task(store::TaskStatus status, const std::string& unit) {
  store::Contents contents;
  store::Task task;
  task.id = 2;
  task.unit = unit;
  task.status = status;
  contents.tasks.emplace(2, task);
  return contents;
}

TEST(TasksLeftRunning, A25_one_that_runs_at_a_unit_with_nothing_to_do_is_found) {
  const auto idle = [](const std::string&) { return true; };
  const auto busy = [](const std::string&) { return false; };
  const store::Contents runs = with_task(store::TaskStatus::Running, "web/0");
  EXPECT_EQ(tasks_left_running(runs, idle).size(), 1U);
  EXPECT_EQ(tasks_left_running(with_task(store::TaskStatus::Aborting, "web/0"), idle).size(), 1U);
  EXPECT_TRUE(tasks_left_running(runs, busy).empty());
  EXPECT_TRUE(tasks_left_running(with_task(store::TaskStatus::Pending, "web/0"), idle).empty())
    << "it may wait for its group";
}

} // namespace
} // namespace orrery::simulate
