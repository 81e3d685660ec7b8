#include "cmd/views/render/unit_state.hpp"

#include "actors/rules/workload_words.hpp"
#include "cmd/views/render/failed_hook.hpp"
#include "store/debug_words.hpp"

namespace orrery::render {
namespace {

store::Status unreported_workload(const store::Unit& unit) {
  return {"waiting", unit.assigned ? "agent initializing" : rules::waiting_for_machine,
          unit.turn.since};
}

/// While no agent has spoken for a unit, its machine says how far it has come.
bool is_being_installed(const Index& index,
                        const store::Unit& unit,
                        const store::Status& workload,
                        const store::Status& agent) {
  if (agent.value != "allocating" || !rules::waits_for_machine(workload))
    return false;
  const store::Machine* machine = index.machine_of(unit);
  return machine != nullptr && machine->status.value == "started";
}

store::Status lost_workload(const store::UnitStatus& reported, const TimeFormat& time) {
  store::Status lost{"unknown", "agent lost", reported.agent.since};
  if (reported.last_seen > 0)
    lost.message += ", last seen " + time.full(reported.last_seen);
  return lost;
}

/// Puts what the agent says of itself before what the charm has said.
store::Status failed_agent(const store::Status& workload, const store::Status& agent) {
  std::string message = "agent failed";
  if (!agent.message.empty())
    message += ": " + with_short_paths(agent.message);
  if (!workload.message.empty())
    message += "; " + workload.message;
  return {workload.value, std::move(message), workload.since};
}

ShownStatus shown_agent(const store::Unit& unit, const store::UnitStatus& reported) {
  const store::Status& agent = reported.agent;
  if (agent.value.empty())
    return store::Status{"allocating", "", unit.turn.since};
  if (agent.value == "lost" && agent.message.empty())
    return store::Status{agent.value, "agent is not communicating with the server", agent.since};
  return agent;
}

ShownStatus shown_workload(const Index& index,
                           const store::Unit& unit,
                           const store::UnitStatus& reported,
                           const store::Status& agent,
                           const TimeFormat& time) {
  ShownStatus workload = reported.workload.value.empty() ? ShownStatus(unreported_workload(unit))
                                                         : ShownStatus(reported.workload);
  if (!reported.error.hook.empty())
    return store::Status{"error", failed_hook(index, unit, reported.error, time), workload->since};
  if (agent.value == "lost" && workload->value != "error" && unit.life != store::Life::Dead)
    return lost_workload(reported, time);
  if (agent.value == "failed")
    return failed_agent(*workload, agent);
  if (is_being_installed(index, unit, *workload, agent))
    return store::Status{workload->value, "installing agent", workload->since};
  if (agent.value == "idle" && !agent.message.empty()) // a program has ended, and stays so
    return store::Status{
      workload->value, agent.message + (workload->message.empty() ? "" : "; " + workload->message),
      workload->since};
  return workload;
}

} // namespace

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

std::string running_action(const store::Status& agent) {
  constexpr std::string_view before = "running action ";
  std::string_view text = agent.message;
  if (agent.value != "executing" || !text.starts_with(before))
    return "";
  text.remove_prefix(before.size());
  return std::string(text.substr(0, text.find(store::in_debug_session_of)));
}

std::string debugging_user(const store::Status& agent) {
  const auto words = agent.message.find(store::in_debug_session_of);
  return agent.value != "executing" || words == std::string::npos
           ? ""
           : agent.message.substr(words + store::in_debug_session_of.size());
}

UnitState unit_state(const Index& index, const store::Unit& unit, const TimeFormat& time) {
  return unit_state(index, unit, index.status_of(unit.name), time);
}

UnitState unit_state(const Index& index,
                     const store::Unit& unit,
                     const store::UnitStatus* reported,
                     const TimeFormat& time) {
  static const store::UnitStatus unreported;
  const store::UnitStatus& told = reported != nullptr ? *reported : unreported;
  ShownStatus agent = shown_agent(unit, told);
  ShownStatus workload = shown_workload(index, unit, told, *agent, time);
  return {std::move(workload), std::move(agent)};
}

} // namespace orrery::render
