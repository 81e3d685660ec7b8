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

} // namespace

std::optional<store::TaskId> first_waiting_task(const render::Index& index,
                                                const store::Unit& unit) {
  const auto& tasks = index.contents().tasks;
  if (tasks.empty() || !is_lost(index, unit))
    return std::nullopt;
  for (const auto& [id, task] : tasks)
    if (task.unit == unit.name)
      return id;
  return std::nullopt;
}

void read_waiting_tasks(PartialReading& reading) {
  std::set<std::string> lost;
  const render::Index index(reading.contents());
  for (const auto& [name, unit] : reading.contents().units)
    if (is_lost(index, unit))
      lost.insert(name);
  const store::Key tasks = store::task_key(0, false).substr(0, 1);
  reading.read_wanted(tasks, lost.size(), [&](const store::Record& record) {
    return lost.erase(std::get<store::Task>(record).unit) > 0;
  });
}

} // namespace orrery::explain
