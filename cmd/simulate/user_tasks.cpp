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

} // namespace orrery::simulate
