#include "cmd/simulate/turn_judge.hpp"

#include "actors/workflow/machine_turn.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::simulate {

namespace {

/// Nothing of a task that is deleted already.
std::optional<protocol::MachineTurn> turn_of(const hooks::HookJob& job,
                                             const store::Contents& contents) {
  if (!job.command)
    return agents::turn_of_hook(job.machine);
  const auto task = contents.tasks.find(static_cast<store::TaskId>(job.task));
  if (task == contents.tasks.end())
    return std::nullopt;
  const auto operation = contents.operations.find(task->second.operation);
  if (operation == contents.operations.end())
    return std::nullopt;
  protocol::TaskSeen seen;
  seen.parallel = operation->second.parallel;
  seen.group = operation->second.group;
  return job.unit.empty() ? agents::turn_of_command(job.machine, seen)
                          : agents::turn_of_task(job.machine, seen);
}

} // namespace

void TurnJudge::began(const hooks::HookJob& job, const store::Contents& contents) {
  const auto turn = turn_of(job, contents);
  if (!turn)
    return;
  Holder holder{job.unit, job.task, job.unit.empty() ? caf::actor_addr() : agent_of_(job.unit)};
  const auto [before, is_free] = holders_.try_emplace(*turn, holder);
  if (is_free)
    return;
  const Holder& has_it = before->second;
  const bool is_over = !has_it.unit.empty() && agent_of_(has_it.unit) != has_it.agent;
  if (!is_over)
    findings_.add(fmt::format("A11: task {} of \"{}\" begins on machine {} while task {} of \"{}\" "
                              "has the turn \"{}\"",
                              job.task, job.unit, job.machine, has_it.task, has_it.unit,
                              turn->group));
  before->second = std::move(holder);
}

void TurnJudge::ended(const hooks::HookJob& job) {
  std::erase_if(holders_, [&](const auto& entry) {
    return entry.first.machine == job.machine && entry.second.unit == job.unit
           && entry.second.task == job.task;
  });
}

} // namespace orrery::simulate
