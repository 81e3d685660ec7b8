#include "actors/rules/workload_words.hpp"
#include "actors/workflow/mind.hpp"
#include "actors/workflow/resting.hpp"

#include <utility>

/// Says of the unit what people shall see (W5).
namespace orrery::agents {

void Mind::report(const store::Status& agent, std::optional<store::Status> workload) {
  if (auto line = reporter_.next_line(agent))
    out_.said.emplace_back(std::move(*line));
  if (auto report = reporter_.report(agent, local_, policy_, std::move(workload)))
    out_.said.emplace_back(protocol::Command{std::move(*report)});
}

/// Says that the hook in hand runs. The model is told at once where that is news for people; who
/// was idle, or ran another hook, is shown so until it is known that this one takes its time: to
/// tell of each costs two transactions a hook. That update-status runs is no news at all (US5).
void Mind::report_hook() {
  const Hook& hook = local_.operation->hook;
  if (hook.kind == HookKind::UpdateStatus)
    return;
  // A charm without install says nothing before its first hook either.
  if (hook.kind == HookKind::Install || rules::waits_for_machine(reporter_.workload()))
    return report(executing(hook, now_),
                  workload_becomes("maintenance", rules::installing_software));
  if (!reporter_.is_well())
    report(executing(hook, now_));
}

/// Shows whose debug session a hook runs in, whatever hook it is, because a person may take long;
/// for the same reason it keeps no place from other units' hooks (D4).
void Mind::handle(const protocol::HookGoesOn& hook) {
  if (!hook.debugger.empty())
    give_place_back();
  if (task_ && !hook.debugger.empty())
    return report(
      debugged_by({"executing", "running action " + task_->what.action, now_}, hook.debugger));
  if (task_ || !local_.operation)
    return;
  const store::Status status = executing(local_.operation->hook, now_);
  if (!hook.debugger.empty())
    report(debugged_by(status, hook.debugger));
  else if (local_.operation->hook.kind != HookKind::UpdateStatus)
    report(status);
}

void Mind::report_idle() {
  std::string message = storage_trouble(sight_.remote().storages);
  if (message.empty())
    message = idle_message(local_);
  const store::Status idle{"idle", message, now_};
  if (local_.started && rules::is_agents_own_word(reporter_.workload()))
    return report(idle, workload_becomes("unknown", ""));
  report(idle);
}

/// A word of this agent's own for the workload, until the charm says one; to be reported.
store::Status Mind::workload_becomes(const std::string& value, const std::string& message) {
  reporter_.set_workload({value, message, now_});
  out_.said.emplace_back(status_line("workload", value, message));
  return reporter_.workload();
}

} // namespace orrery::agents
