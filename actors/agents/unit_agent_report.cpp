#include "actors/agents/unit_agent.hpp"
#include "actors/workflow/resting.hpp"

#include <fmt/format.h>

namespace orrery::agents {

namespace {

/// What people shall see of a hook that has failed; empty while none has.
store::HookError error_of(const UnitLocal& local, const config::RetryPolicy& policy) {
  if (!local.operation || local.operation->attempt == 0)
    return {};
  const Operation& failed = *local.operation;
  store::HookError error;
  error.hook = hook_name(failed.hook);
  error.relation = failed.hook.relation;
  error.in_relation = !failed.hook.endpoint.empty();
  error.remote_unit = failed.hook.remote_unit;
  error.attempt = failed.attempt;
  error.attempts_max = policy.attempts;
  error.next_at = failed.next_at;
  error.stderr_tail = failed.stderr_tail;
  return error;
}

std::string running(const Hook& hook) {
  return fmt::format("running {} hook{}", hook_name(hook),
                     hook.remote_unit.empty() ? "" : " for " + hook.remote_unit);
}

} // namespace

/// Says what has changed since it was said last (W5), in one transaction; an agent that stays as it is says nothing.
/// @param workload what it has become, if this agent gives it a word.
void UnitAgent::report(const std::string& agent_status,
                       const std::string& message,
                       std::optional<store::Status> workload) {
  const store::HookError error = error_of(local_, services().settings.retry);
  const std::string workflow = workflow_state(local_, services().settings.retry);
  const std::string said = agent_status + " " + message;
  if (const auto line = next_line(agent_status, message))
    write_unit_log(options_.unit, *line);
  const bool same_error =
    reported_error_ == nullptr ? error == store::HookError{} : *reported_error_ == error;
  if (!workload && said == reported_agent_ && same_error && workflow == reported_workflow_)
    return;
  reported_agent_ = said;
  reported_error_ =
    error == store::HookError{} ? nullptr : std::make_unique<store::HookError>(error);
  reported_workflow_ = workflow;
  protocol::ReportUnit report{options_.unit,
                              std::move(workload),
                              store::Status{agent_status, message, now()},
                              workflow,
                              error,
                              {}};
  ask(report, [](const protocol::Answer&) {});
}

/// That the hook in hand runs. The model is told at once where that is news for people; who was idle, or ran another hook, is
/// shown so until it is known that this one takes its time: to tell of each costs two transactions a hook.
void UnitAgent::report_hook() {
  const Hook& hook = local_.operation->hook;
  if (hook.kind == HookKind::Install)
    return report("executing", running(hook),
                  workload_becomes("maintenance", "installing charm software"));
  const bool is_well = reported_error_ == nullptr
                       && (reported_agent_ == "idle " || reported_agent_.starts_with("executing "));
  if (!is_well)
    report("executing", running(hook));
}

/// That it runs, unless the unit's log has it already: who runs it has that log open.
std::optional<UnitLine> UnitAgent::opening_of(const Hook& hook) {
  return next_line("executing", running(hook));
}

void UnitAgent::hook_goes_on(const protocol::HookGoesOn&) {
  if (local_.operation)
    report("executing", running(local_.operation->hook));
}

/// What the unit's log is to say, unless it has said so last.
std::optional<UnitLine> UnitAgent::next_line(const std::string& agent_status,
                                             const std::string& message) {
  std::string said = agent_status + " " + message;
  if (said == logged_agent_)
    return std::nullopt;
  logged_agent_ = std::move(said);
  return status_line("juju-unit", agent_status, message);
}

void UnitAgent::report_idle() {
  if (local_.started && is_agents_own_word(workload_))
    return report("idle", "", workload_becomes("unknown", ""));
  report("idle", "");
}

/// A word of this agent's own for the workload, until the charm says one; to be reported.
store::Status UnitAgent::workload_becomes(const std::string& value, const std::string& message) {
  workload_ = {value, message, now()};
  write_unit_log(options_.unit, status_line("workload", value, message));
  return workload_;
}

} // namespace orrery::agents
