#include "cmd/views/explain/waiting_tasks.hpp"

#include "cmd/views/render/obstacle.hpp"
#include "store/keys.hpp"

#include <set>
#include <string>

namespace orrery::explain {
namespace {

/// A Dead unit has no task: they were cancelled when it left (A15).
bool is_lost(const render::Index& index, const store::Unit& unit) {
  using Kind = render::Obstacle::Kind;
  const auto obstacle = render::unit_obstacle(index, unit);
  return unit.life != store::Life::Dead && obstacle
         && (obstacle->kind == Kind::MachineDown || obstacle->kind == Kind::AgentLost);
}

bool is_lost(const store::Machine& machine) {
  return machine.life != store::Life::Dead && machine.status.value == "down";
}

/// Names the unit or the machine of a task, and is never a machine's number alone.
std::string receiver_of(const store::Task& task) {
  return task.unit.empty() ? "machine " + std::to_string(task.machine) : task.unit;
}

std::optional<store::TaskId> first_of(const render::Index& index, const std::string& receiver) {
  for (const auto& [id, task] : index.contents().tasks)
    if (receiver_of(task) == receiver)
      return id;
  return std::nullopt;
}

} // namespace

std::optional<store::TaskId> first_waiting_task(const render::Index& index,
                                                const store::Unit& unit) {
  const auto& tasks = index.contents().tasks;
  if (tasks.empty() || !is_lost(index, unit))
    return std::nullopt;
  return first_of(index, unit.name);
}

std::optional<store::TaskId> first_waiting_task(const render::Index& index,
                                                const store::Machine& machine) {
  if (!is_lost(machine))
    return std::nullopt;
  return first_of(index, "machine " + std::to_string(machine.id));
}

void read_waiting_tasks(PartialReading& reading) {
  std::set<std::string> lost;
  const render::Index index(reading.contents());
  for (const auto& [name, unit] : reading.contents().units)
    if (is_lost(index, unit))
      lost.insert(name);
  for (const auto& [id, machine] : reading.contents().machines)
    if (is_lost(machine))
      lost.insert("machine " + std::to_string(id));
  const store::Key tasks = store::task_key(0, false).substr(0, 1);
  reading.read_wanted(tasks, lost.size(), [&](const store::Record& record) {
    return lost.erase(receiver_of(std::get<store::Task>(record))) > 0;
  });
}

} // namespace orrery::explain
