#include "cmd/views/check/parts.hpp"
#include "config/counted.hpp"

#include <algorithm>

namespace orrery::check {

namespace {

using agents::Step;
using agents::UnitNotes;

const char* const report_it = "restart orrery serve: the agent begins anew from its notes";

/// One unit's own notes beside its records.
class WorkflowComparison {
public:
  WorkflowComparison(const Observed& observed, const UnitNotes& local, Differences& found)
    : observed_(observed), local_(local), found_(found),
      unit_(observed.contents.units.at(local.unit)),
      known_(is_unattended(observed.contents, local.unit)) {
    const auto status = observed.contents.statuses.find(local.unit);
    if (status != observed.contents.statuses.end())
      status_ = &status->second;
  }

  void compare() {
    if (unit_.life == store::Life::Dead)
      return compare_dead();
    if (status_ == nullptr)
      return; // an invariant says so
    compare_workflow();
    compare_hook();
    if (!is_at_rest())
      return;
    compare_application();
    for (const std::string& id : local_.storages)
      compare_storage(id);
  }

  /// An attachment of this unit, of which its notes must know.
  void compare_attachment(const store::StorageAttachment& attachment) {
    if (status_ != nullptr && attachment.attached && is_at_rest()
        && !local_.storages.contains(attachment.storage))
      say("storage " + attachment.storage + " is attached",
          "its agent's notes do not say that it is", Patience::Short);
  }

private:
  void say(std::string records, std::string found, Patience patience) {
    found_.push_back(
      {unit_entity(local_.unit), std::move(records), std::move(found), report_it, patience});
  }
  [[nodiscard]] Patience patience() const { return known_ ? Patience::Known : Patience::Short; }

  [[nodiscard]] bool awaits_place() const {
    return local_.operation && local_.operation->step == Step::Queued
           && local_.operation->attempt == 0;
  }

  [[nodiscard]] bool is_at_rest() const {
    return !known_ && !local_.operation && !agents::is_upgrading(local_)
           && unit_.life == store::Life::Alive && status_->agent.value == "idle";
  }

  /// Compares a Dead unit, which was stopped before it was set Dead, unless force did so; then it
  /// is being recalled.
  void compare_dead() {
    if (local_.started && !local_.stopped)
      say("dead", "its agent's notes say running", known_ ? Patience::Known : Patience::Settled);
  }

  void compare_workflow() {
    const std::string noted = workflow_state(local_, observed_.retry);
    if (noted != status_->workflow)
      say("reported as " + status_->workflow, "its agent's notes say " + noted,
          awaits_place() ? Patience::Known : patience());
  }

  /// A user's task runs, of which notes tell nothing.
  [[nodiscard]] bool runs_task() const {
    const auto& tasks = observed_.contents.tasks;
    return status_->agent.message.starts_with("running action ")
           && std::any_of(tasks.begin(), tasks.end(), [this](const auto& entry) {
                return entry.second.unit == local_.unit
                       && entry.second.status != store::TaskStatus::Pending;
              });
  }

  void compare_hook() {
    const std::string& agent = status_->agent.value;
    const bool is_pending = local_.operation && local_.operation->step == Step::Pending;
    // A run of update-status is not shown (US5).
    const bool is_shown =
      is_pending && local_.operation->hook.kind != agents::HookKind::UpdateStatus;
    if (is_shown && agent != "executing")
      say("its agent is " + agent,
          "its notes say that hook " + hook_name(local_.operation->hook) + " runs", patience());
    else if (agent == "executing" && !local_.operation && !runs_task())
      say("its agent is " + status_->agent.value + ": " + status_->agent.message,
          "its notes say that no hook is in hand", patience());
    else if (agent == "executing" && local_.operation->step == Step::Done)
      say("its agent is " + status_->agent.value + ": " + status_->agent.message,
          "its notes say that hook " + hook_name(local_.operation->hook) + " is done", patience());
  }

  /// An agent that rests has seen all there is to see.
  void compare_application() {
    const auto found = observed_.contents.applications.find(unit_.application);
    if (found == observed_.contents.applications.end())
      return; // an invariant says so
    const store::Application& application = found->second;
    const bool leads = application.leader == local_.unit;
    if (application.leader.empty() && application.life == store::Life::Alive)
      say("nobody leads " + application.name, "its agent has nothing to do, and does not claim it",
          Patience::Short);
    if (leads != local_.leader)
      say(leads ? "it leads " + application.name : "it does not lead " + application.name,
          leads ? "its agent's notes do not say that it leads"
                : "its agent's notes say that it leads",
          Patience::Short);
    if (application.config_version != local_.config_version)
      say("configuration " + std::to_string(application.config_version),
          "its agent's notes say that configuration " + std::to_string(local_.config_version)
            + " was delivered",
          Patience::Short);
    if (!leads)
      compare_leader_settings();
    compare_charm(application);
  }

  /// P24.
  void compare_charm(const store::Application& application) {
    const std::string& files = local_.charm.empty() ? unit_.charm : local_.charm;
    if (application.charm != files)
      say("charm " + application.charm, "its agent's notes say that it has the files of " + files,
          Patience::Short);
  }

  void compare_leader_settings() {
    const auto set = observed_.contents.leader_settings.find(unit_.application);
    const std::uint64_t version =
      set == observed_.contents.leader_settings.end() ? 0 : set->second.version;
    if (version != local_.leader_settings_version)
      say("its leader's settings " + std::to_string(version),
          "its agent's notes say that those of " + std::to_string(local_.leader_settings_version)
            + " were delivered",
          Patience::Short);
  }

  void compare_storage(const std::string& id) {
    const auto& attachments = observed_.contents.attachments;
    const auto found = attachments.find(id);
    const bool is_its_own = found != attachments.end() && found->second.unit == local_.unit;
    if (!is_its_own || !found->second.attached)
      say("storage " + id + (is_its_own ? " is not attached yet" : " is not the unit's"),
          "its agent's notes say that it is attached", Patience::Short);
  }

  const Observed& observed_;
  const UnitNotes& local_;
  Differences& found_;
  const store::Unit& unit_;
  const store::UnitStatus* status_ = nullptr;
  bool known_ = false;
};

void compare_stranger(const UnitNotes& local, const Observed& observed, Differences& found) {
  std::string noted = "its agent's notes say " + workflow_state(local, observed.retry);
  if (local.operation)
    noted += ", hook " + hook_name(local.operation->hook) + " in hand";
  if (!local.relations.empty())
    noted += ", " + config::counted(local.relations.size(), "relation");
  found.push_back({unit_entity(local.unit), "no such unit", std::move(noted),
                   "restart orrery serve: it deletes notes that belong to nobody",
                   is_holder_unattended(observed, local.unit) ? Patience::Known : Patience::Short});
}

} // namespace

void compare_workflows(const Observed& observed, Differences& found) {
  for (const auto& [unit, local] : observed.notes.units)
    if (observed.contents.units.contains(unit))
      WorkflowComparison(observed, local, found).compare();
    else
      compare_stranger(local, observed, found);
  for (const auto& [id, attachment] : observed.contents.attachments) {
    const auto local = observed.notes.units.find(attachment.unit);
    if (local != observed.notes.units.end() && observed.contents.units.contains(attachment.unit))
      WorkflowComparison(observed, local->second, found).compare_attachment(attachment);
  }
  for (const auto& [unit, status] : observed.contents.statuses)
    if (!status.workflow.empty() && status.workflow != "new" && !observed.notes.units.contains(unit)
        && observed.contents.units.contains(unit))
      found.push_back({unit_entity(unit), "reported as " + status.workflow,
                       "its agent has no notes",
                       "restart orrery serve: the unit's hooks run from install again",
                       is_unattended(observed.contents, unit) ? Patience::Known : Patience::Short});
}

} // namespace orrery::check
