#include "actors/workflow/reporter.hpp"

#include "store/debug_words.hpp"

#include <fmt/format.h>

namespace orrery::agents {

namespace {

/// A conflict waits for a person, and its tries are not counted: that hooks are tried again is
/// nothing to it (P30).
store::HookError error_of_upgrade(const UnitNotes& local) {
  store::HookError error;
  error.hook = store::failed_upgrade;
  error.stderr_tail = local.conflict;
  return error;
}

/// Names what the hook is about: a unit, a storage (ST27), a secret with its label (SE44).
std::string subject_of(const Hook& hook) {
  if (is_storage_hook(hook.kind))
    return hook.storage;
  if (!is_secret_hook(hook.kind))
    return hook.remote_unit;
  return "secret:" + hook.secret.id + (hook.secret.label.empty() ? "" : " " + hook.secret.label);
}

/// Tells what people shall see of a hook that has failed, or of an upgrade; empty while none has.
store::HookError error_of(const UnitNotes& local, const config::RetryPolicy& policy) {
  if (!local.conflict.empty())
    return error_of_upgrade(local);
  if (!local.operation || local.operation->attempt == 0)
    return {};
  const Operation& failed = *local.operation;
  store::HookError error;
  error.hook = word_for_failed(failed.hook);
  error.relation = failed.hook.relation;
  error.in_relation = !failed.hook.endpoint.empty();
  error.remote_unit = subject_of(failed.hook);
  error.attempt = failed.attempt;
  error.attempts_max = policy.attempts;
  error.next_at = failed.next_at;
  error.stderr_tail = failed.stderr_tail;
  error.program_ended = is_restart(local);
  return error;
}

std::string words(const store::Status& agent) {
  return agent.value + " " + agent.message;
}

} // namespace

void Reporter::take_over(const store::UnitStatus& status, bool rested) {
  workload_ = status.workload;
  if (!rested)
    return;
  logged_agent_ = reported_agent_ = words(status.agent);
  reported_workflow_ = status.workflow;
}

std::optional<protocol::ReportUnit> Reporter::report(const store::Status& agent,
                                                     const UnitNotes& local,
                                                     const config::RetryPolicy& policy,
                                                     std::optional<store::Status> workload) {
  const store::HookError error = error_of(local, policy);
  const std::string workflow = workflow_state(local, policy);
  std::string said = words(agent);
  const bool same_error =
    reported_error_ == nullptr ? error == store::HookError{} : *reported_error_ == error;
  if (!workload && said == reported_agent_ && same_error && workflow == reported_workflow_)
    return std::nullopt;
  reported_agent_ = std::move(said);
  reported_error_ =
    error == store::HookError{} ? nullptr : std::make_unique<store::HookError>(error);
  reported_workflow_ = workflow;
  return protocol::ReportUnit{unit_, std::move(workload), agent, workflow, error, {}};
}

std::optional<UnitLine> Reporter::next_line(const store::Status& agent) {
  std::string said = words(agent);
  if (said == logged_agent_)
    return std::nullopt;
  logged_agent_ = std::move(said);
  return status_line("juju-unit", agent.value, agent.message);
}

bool Reporter::is_well() const {
  return reported_error_ == nullptr
         && (reported_agent_ == "idle " || reported_agent_.starts_with("executing "));
}

store::Status executing(const Hook& hook, store::Milliseconds now) {
  const std::string& whom = is_storage_hook(hook.kind) ? hook.storage : hook.remote_unit;
  return {"executing",
          fmt::format("running {} hook{}", hook_name(hook), whom.empty() ? "" : " for " + whom),
          now};
}

store::Status debugged_by(store::Status status, const std::string& user) {
  status.message += std::string(store::in_debug_session_of) + user;
  return status;
}

} // namespace orrery::agents
