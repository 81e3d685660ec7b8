#include "cmd/render/unit_state.hpp"

#include <algorithm>
#include <iterator>

namespace orrery::render {
namespace {

/// ` for mysql:server`, the other end of the relation whose hook failed; nothing for a peer
/// relation.
std::string failed_for(const Index& index, const store::Unit& unit, const store::HookError& error) {
  if (!error.in_relation)
    return "";
  const auto found = index.contents().relations.find(error.relation);
  if (found == index.contents().relations.end())
    return "";
  const store::RelationEnd* other = other_end(found->second, unit.application);
  if (other == nullptr || other->application == unit.application)
    return "";
  return " for " + other->application + ":" + other->endpoint;
}

std::string
next_try(const store::Unit& unit, const store::HookError& error, const TimeFormat& time) {
  if (error.attempt == 0)
    return "";
  std::string text = " (try " + std::to_string(error.attempt);
  if (error.attempts_max > 0)
    text += " of " + std::to_string(error.attempts_max);
  if (error.next_at > 0)
    return text + ", next at " + time.of_day(error.next_at) + ")";
  return text + ", waits for: resolved " + unit.name + ")";
}

std::string error_message(const Index& index,
                          const store::Unit& unit,
                          const store::HookError& error,
                          const TimeFormat& time) {
  std::string text = "hook failed: \"" + error.hook + "\"" + failed_for(index, unit, error);
  if (const std::string line = last_line(error.stderr_tail); !line.empty())
    text += ": " + line;
  return text + next_try(unit, error, time);
}

/// While no agent has spoken for a unit, its machine says how far it has come.
bool is_being_installed(const Index& index, const store::Unit& unit, const UnitState& state) {
  if (!unit.assigned || state.agent.value != "allocating" || state.workload.value != "waiting"
      || state.workload.message != "waiting for machine")
    return false;
  const auto& machines = index.contents().machines;
  const auto machine = machines.find(unit.machine);
  return machine != machines.end() && machine->second.status.value == "started";
}

} // namespace

std::string last_line(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos)
    return "";
  text = text.substr(0, last + 1);
  const auto before = text.find_last_of("\r\n");
  if (before != std::string_view::npos)
    text.remove_prefix(before + 1);
  return std::string(text.substr(text.find_first_not_of(" \t")));
}

int severity(std::string_view workload) {
  static constexpr std::string_view rising[] = {"unknown", "terminated", "active", "maintenance",
                                                "waiting", "blocked",    "error"};
  const auto* found = std::find(std::begin(rising), std::end(rising), workload);
  return found == std::end(rising) ? 0 : static_cast<int>(found - std::begin(rising));
}

std::string running_hook(const store::Status& agent) {
  constexpr std::string_view before = "running ", after = " hook";
  const std::string_view text = agent.message;
  if (agent.value != "executing" || !text.starts_with(before))
    return "";
  const auto end = text.find(after, before.size());
  return end == std::string_view::npos
           ? ""
           : std::string(text.substr(before.size(), end - before.size()));
}

UnitState unit_state(const Index& index, const store::Unit& unit, const TimeFormat& time) {
  return unit_state(index, unit, index.status_of(unit.name), time);
}

UnitState unit_state(const Index& index,
                     const store::Unit& unit,
                     const store::UnitStatus* reported,
                     const TimeFormat& time) {
  UnitState state;
  if (reported != nullptr) {
    state.workload = reported->workload;
    state.agent = reported->agent;
  }
  if (state.agent.value.empty())
    state.agent = {"allocating", "", unit.turn.since};
  if (state.workload.value.empty())
    state.workload = unit.assigned
                       ? store::Status{"waiting", "agent initializing", unit.turn.since}
                       : store::Status{"waiting", "waiting for machine", unit.turn.since};
  if (is_being_installed(index, unit, state))
    state.workload.message = "installing agent";
  if (reported != nullptr && !reported->error.hook.empty()) {
    state.workload.value = "error";
    state.workload.message = error_message(index, unit, reported->error, time);
  } else if (state.agent.value == "lost" && state.workload.value != "error"
             && unit.life != store::Life::Dead) {
    state.workload = {"unknown", "agent lost", state.agent.since};
    if (reported != nullptr && reported->last_seen > 0)
      state.workload.message += ", last seen " + time.full(reported->last_seen);
  }
  if (state.agent.value == "lost" && state.agent.message.empty())
    state.agent.message = "agent is not communicating with the server";
  return state;
}

} // namespace orrery::render
