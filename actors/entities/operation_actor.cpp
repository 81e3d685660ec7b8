#include "actors/entities/actors.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>

namespace orrery::entities {

std::vector<protocol::TaskToRun> tasks_to_run(const store::Rare<rules::OpenTasks>& open) {
  std::vector<protocol::TaskToRun> tasks;
  if (open)
    for (const auto& [id, task] : *open)
      tasks.push_back({id, task.operation, task.status});
  return tasks;
}

bool OperationActor::handle(const Content& message) {
  return dispatch(message, &OperationActor::arrive, &OperationActor::decided,
                  &OperationActor::read_task);
}

rules::Decision OperationActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

void OperationActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  const bool was_gone = state_.gone;
  for (const rules::Write& write : writes)
    rules::absorb(state_, write);
  if (!state_.gone || was_gone)
    return;
  services().directory.remove(rules::operation(state_.record.id), id());
  if (const caf::actor janitor = services().servants.janitor())
    outbox.push_back(
      {janitor, caf::make_message(protocol::OperationEnded{state_.record.completed})});
}

void OperationActor::read_task(const protocol::ReadTask& message) {
  when_free([this, message, asker = sender()] {
    protocol::TaskSeen seen{message.task, false, {}, {}, false, {}};
    if (const auto found = state_.open.find(message.task); found != state_.open.end()) {
      const store::Operation& operation = state_.record;
      const std::string& own = found->second.parameters;
      seen = {message.task,       true,
              operation.action,   own.empty() ? operation.parameters : own,
              operation.parallel, operation.group};
    }
    deliver(asker, caf::make_message(std::move(seen)));
  });
}

} // namespace orrery::entities
