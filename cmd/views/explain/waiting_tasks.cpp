#include "cmd/views/explain/waiting_tasks.hpp"

#include "cmd/views/render/holding_tasks.hpp"
#include "cmd/views/render/obstacle.hpp"
#include "cmd/views/render/unit_state.hpp"
#include "store/keys.hpp"

#include <algorithm>
#include <limits>
#include <map>
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

namespace {

/// Whether somebody reads what the unit waits for: it goes, or leaves a relation.
bool is_on_its_way(const render::Index& index, const store::Unit& unit) {
  if (unit.life != store::Life::Alive)
    return true;
  const auto& scopes = index.scopes_of(unit.name);
  return std::any_of(scopes.begin(), scopes.end(), [&](const store::Scope* scope) {
    const auto relation = index.contents().relations.find(scope->relation);
    return relation != index.contents().relations.end()
           && relation->second.life != store::Life::Alive;
  });
}

/// Reads, of all open tasks, those that are told of: of each unit that was read the first, which
/// runs or is next; of each machine as many as are named, and one; and those whose unit has the
/// turn for which the hooks of a unit wait that is on its way out.
class TaskReading {
public:
  explicit TaskReading(PartialReading& reading) : reading_(reading) {
    const render::Index index(reading.contents());
    for (const auto& [name, unit] : reading.contents().units) {
      left_[name] = 1;
      if (unit.assigned && is_on_its_way(index, unit))
        awaited_turns_.insert(unit.machine);
    }
    for (const auto& [id, machine] : reading.contents().machines)
      left_["machine " + std::to_string(id)] = render::HoldingTasks::most_named + 1;
  }

  void read() {
    const store::Key tasks = store::task_key(0, false).substr(0, 1);
    reading_.read_wanted(
      tasks, std::numeric_limits<std::size_t>::max(),
      [&](store::Record& record) { return wants(std::get<store::Task>(record)); });
    for (const store::TaskId operation : operations_)
      reading_.read(store::operation_key(operation, false));
  }

private:
  bool wants(store::Task& task) {
    const auto left = left_.find(receiver_of(task));
    const bool is_wanted = left != left_.end() ? left->second > 0 : has_awaited_turn(task);
    if (!is_wanted)
      return false;
    if (left != left_.end())
      --left->second;
    operations_.insert(task.operation);
    return true;
  }

  /// Notes the machine of a unit that is not read itself.
  bool has_awaited_turn(store::Task& task) {
    if (task.unit.empty() || task.status == store::TaskStatus::Pending || awaited_turns_.empty())
      return false;
    const auto unit = reading_.first(store::unit_key(task.unit));
    const auto operation = reading_.first(store::operation_key(task.operation, false));
    if (!unit || !operation || !render::takes_turn_of_hooks(std::get<store::Operation>(*operation)))
      return false;
    const auto status = reading_.first(store::unit_status_key(task.unit));
    if (status && !render::debugging_user(std::get<store::UnitStatus>(*status).agent).empty())
      return false;
    task.machine = std::get<store::Unit>(*unit).machine;
    return awaited_turns_.contains(task.machine);
  }

  PartialReading& reading_;
  std::map<std::string, std::size_t> left_; ///< By receiver.
  std::set<store::MachineId> awaited_turns_;
  std::set<store::TaskId> operations_;
};

} // namespace

void read_tasks(PartialReading& reading) {
  TaskReading(reading).read();
}

} // namespace orrery::explain
