#include "cmd/views/render/task_index.hpp"

#include "store/debug_words.hpp"

namespace orrery::render {
namespace {

const TaskIndex::Tasks no_tasks;

template <class Map, class Key>
const TaskIndex::Tasks& tasks_at(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? no_tasks : found->second;
}

bool is_debugged(const store::Contents& contents, const std::string& unit) {
  const auto status = contents.statuses.find(unit);
  return status != contents.statuses.end()
         && status->second.agent.message.find(store::in_debug_session_of) != std::string::npos;
}

} // namespace

TaskIndex::TaskIndex(const store::Contents& contents) {
  for (const auto& [id, task] : contents.tasks)
    take_in(contents, task);
}

/// A part of a model may lack the task's unit: whoever read it has noted the machine in the task.
void TaskIndex::take_in(const store::Contents& contents, const store::Task& task) {
  if (task.unit.empty()) {
    by_machine_[task.machine].push_back(&task);
    return;
  }
  by_unit_[task.unit].push_back(&task);
  const auto operation = contents.operations.find(task.operation);
  if (task.status == store::TaskStatus::Pending || operation == contents.operations.end()
      || !takes_turn_of_hooks(operation->second) || is_debugged(contents, task.unit))
    return;
  const auto unit = contents.units.find(task.unit);
  in_turn_.emplace(unit == contents.units.end() ? task.machine : unit->second.machine, &task);
}

const TaskIndex::Tasks& TaskIndex::of_unit(std::string_view unit) const {
  return tasks_at(by_unit_, unit);
}

const TaskIndex::Tasks& TaskIndex::on_machine(store::MachineId machine) const {
  return tasks_at(by_machine_, machine);
}

const store::Task* TaskIndex::in_turn_of_hooks(store::MachineId machine) const {
  const auto found = in_turn_.find(machine);
  return found == in_turn_.end() ? nullptr : found->second;
}

bool takes_turn_of_hooks(const store::Operation& operation) {
  return operation.group.empty() && !operation.parallel;
}

} // namespace orrery::render
