#include "store/violations.hpp"

namespace orrery::store {

namespace {

void check_task(const Contents& contents, const Task& task, Violations& violations) {
  if (!contents.operations.contains(task.operation))
    violations.say("task ", task.id, " is of operation ", task.operation,
                   ", which does not exist or has ended");
  const bool has_receiver = task.unit.empty() ? contents.machines.contains(task.machine)
                                              : contents.units.contains(task.unit);
  if (!has_receiver)
    violations.say("task ", task.id, " is to run on ",
                   task.unit.empty() ? "machine " + std::to_string(task.machine)
                                     : "unit " + task.unit,
                   ", which does not exist (A15, A17)");
}

} // namespace

void check_operations(const Contents& contents, Violations& violations) {
  std::map<TaskId, std::uint32_t> open;
  for (const auto& [id, task] : contents.tasks) {
    check_task(contents, task, violations);
    ++open[task.operation];
  }
  for (const auto& [id, operation] : contents.operations)
    if (operation.open != open[id])
      violations.say("operation ", id, " counts ", operation.open,
                     " tasks that have not ended, there are ", open[id]);
}

} // namespace orrery::store
