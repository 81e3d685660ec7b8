#include "actors/rules/open_tasks.hpp"

namespace orrery::rules {

bool absorb_task(store::Rare<OpenTasks>& open, const store::Task& task, bool deleted) {
  if (deleted || store::is_final(task.status)) {
    if (!open || open->erase(task.id) == 0)
      return false;
    if (open->empty())
      open.reset();
    return true;
  }
  if (!open)
    open = OpenTasks{};
  const OpenTask seen{task.operation, task.status};
  OpenTask& known = (*open)[task.id];
  const bool changed = known != seen;
  known = seen;
  return changed;
}

void cancel_with_receiver(Decision& decision,
                          const store::Rare<OpenTasks>& open,
                          const std::string& why) {
  if (!open)
    return;
  std::map<store::TaskId, CancelTasks> by_operation;
  for (const auto& [id, task] : *open) {
    CancelTasks& cancelled = by_operation[task.operation];
    cancelled.tasks.push_back(id);
    cancelled.why = why;
  }
  for (auto& [id, cancelled] : by_operation)
    decision.visits.push_back({operation(id), std::move(cancelled)});
}

} // namespace orrery::rules
