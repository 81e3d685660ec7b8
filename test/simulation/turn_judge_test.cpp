#include "cmd/simulate/turn_judge.hpp"
#include "test/simulation/judged.hpp"

#include <gtest/gtest.h>

// Programs that run at once on a machine.
namespace orrery::simulate {
namespace {

hooks::HookJob program_of(const std::string& unit, store::TaskId task) {
  hooks::HookJob job;
  job.unit = unit;
  job.machine = 3;
  job.command = task != 0;
  job.task = task;
  return job;
}

struct TurnWorld {
  TurnWorld() {
    for (const auto& [id, group] : std::map<store::TaskId, std::string>{{1, "disk"}, {3, ""}}) {
      store::Operation operation;
      operation.id = id;
      operation.group = group;
      operation.parallel = true;
      contents.operations.emplace(id, operation);
    }
    for (const store::TaskId id : {2U, 4U, 5U}) {
      store::Task task;
      task.id = id;
      task.operation = id == 4 ? 3 : 1;
      contents.tasks.emplace(id, task);
    }
  }
  void begin(const std::string& unit, store::TaskId task) {
    judge.began(program_of(unit, task), contents);
  }
  store::Contents contents;
  Findings findings;
  TurnJudge judge{findings, [](const std::string&) { return caf::actor_addr(); }};
};

TEST(TurnJudge, A11_two_hooks_of_a_machine_at_once_are_found) {
  TurnWorld world;
  world.begin("web/0", 0);
  world.judge.ended(program_of("web/0", 0));
  world.begin("db/0", 0);
  EXPECT_EQ(world.findings.count(), 0U);
  world.begin("web/0", 0);
  EXPECT_EQ(world.findings.count(), 1U);
}

TEST(TurnJudge, A11_two_of_a_group_at_once_are_found_whoever_they_are_of) {
  TurnWorld world;
  world.begin("web/0", 2);
  world.begin("db/0", 0);
  world.begin("db/1", 4);
  EXPECT_EQ(world.findings.count(), 0U) << "a hook and a parallel command of no group";
  world.begin("", 5);
  EXPECT_EQ(world.findings.count(), 1U);
}

} // namespace
} // namespace orrery::simulate
