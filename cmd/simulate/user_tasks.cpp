#include "cmd/simulate/user_tasks.hpp"

#include <fmt/format.h>

#include <iterator>

namespace orrery::simulate {

protocol::EnqueueOperation exec_at(const std::string& place, const std::string& script) {
  constexpr std::int64_t ten_minutes = 600'000'000'000; // nanoseconds
  constexpr std::string_view machine = "machine ";
  protocol::Receiver receiver;
  if (place.starts_with(machine))
    receiver.machine = store::parse_id(place.substr(machine.size())).value_or(0);
  else
    receiver.unit = place;
  protocol::EnqueueOperation exec;
  exec.summary = "juju-exec run on " + place;
  exec.action = store::command_action;
  exec.parameters = fmt::format(R"({{"command":"{}","timeout":{}}})", script, ten_minutes);
  exec.receivers.push_back(std::move(receiver));
  return exec;
}

std::optional<protocol::CancelTask> cancel_one(const store::Contents& contents,
                                               std::uint64_t which) {
  if (contents.tasks.empty())
    return std::nullopt;
  const auto task =
    std::next(contents.tasks.begin(), static_cast<std::ptrdiff_t>(which % contents.tasks.size()));
  const store::Task& chosen = task->second;
  return protocol::CancelTask{chosen.operation, chosen.id, chosen.unit, chosen.machine};
}

std::vector<std::string>
tasks_left_running(const store::Contents& contents,
                   const std::function<bool(const std::string& unit)>& is_well) {
  std::vector<std::string> left;
  for (const auto& [id, task] : contents.tasks)
    if (task.status != store::TaskStatus::Pending && !task.unit.empty() && is_well(task.unit))
      left.push_back(fmt::format("all rests, and task {} of {} is {}, though {} has nothing to do "
                                 "(A25)",
                                 id, task.unit, store::to_string(task.status), task.unit));
  return left;
}

} // namespace orrery::simulate
