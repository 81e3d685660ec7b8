// Users' tasks as the runner of hooks runs them.
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

namespace orrery::hooks {
namespace {

TEST(HookRunner, A26_logs_what_it_captures) {
  Sandbox box;
  HookJob job = box.job("app/0", "backup", "echo one; echo two >&2");
  job.capture = 1 << 10;
  job.levels = {"DEBUG", "WARNING"};
  const HookEnd end = box.run(std::move(job));
  EXPECT_EQ(end.captured.out, "one\n");
  EXPECT_EQ(end.captured.errors, "two\n");
  const std::string log = box.log();
  EXPECT_NE(log.find("Z DEBUG backup: one\n"), std::string::npos) << log;
  EXPECT_NE(log.find("Z WARNING backup: two\n"), std::string::npos) << log;
}

TEST(HookRunner, A30_a_task_that_is_ended_while_it_waits_has_not_run_and_lets_the_next_begin) {
  Sandbox box;
  Signpost gate(box.root() / "gate");
  auto runs = box.submit(box.job("a/0", "install", "read x < $DIR/gate"));
  HookJob task = box.job("a/0", "juju-exec", "echo > $DIR/task");
  task.task = 7;
  auto waits = box.submit(std::move(task));
  auto follows = box.submit(box.job("a/0", "start", "exit 0"));
  box.runner().end_task(7);
  const HookEnd end = result_of(std::move(waits));
  EXPECT_EQ(end.how, HookEnd::How::NotRun);
  EXPECT_EQ(end.stderr_tail, "terminated");
  gate.tell("go\n");
  EXPECT_TRUE(result_of(std::move(runs)).success());
  EXPECT_TRUE(result_of(std::move(follows)).success());
  EXPECT_FALSE(std::filesystem::exists(box.root() / "task"));
}

} // namespace
} // namespace orrery::hooks
