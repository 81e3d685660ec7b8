#include "actors/foretell/rebuilt_notes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace orrery::foretell {

namespace {

using agents::Hook;
using agents::HookKind;

constexpr std::string_view relation_mark = "-relation-";

constexpr std::array<std::pair<std::string_view, HookKind>, 19> hook_kinds{{
  {"install", HookKind::Install},
  {"leader-elected", HookKind::LeaderElected},
  {"leader-settings-changed", HookKind::LeaderSettingsChanged},
  {"config-changed", HookKind::ConfigChanged},
  {"start", HookKind::Start},
  {"upgrade-charm", HookKind::UpgradeCharm},
  {"storage-attached", HookKind::StorageAttached},
  {"storage-detaching", HookKind::StorageDetaching},
  {"secret-expired", HookKind::SecretExpired},
  {"secret-rotate", HookKind::SecretRotate},
  {"secret-changed", HookKind::SecretChanged},
  {"secret-remove", HookKind::SecretRemove},
  {"stop", HookKind::Stop},
  {"remove", HookKind::Remove},
  {"created", HookKind::RelationCreated},
  {"joined", HookKind::RelationJoined},
  {"changed", HookKind::RelationChanged},
  {"departed", HookKind::RelationDeparted},
  {"broken", HookKind::RelationBroken},
}};

HookKind kind_of(std::string_view name) {
  const auto* const found = std::find_if(hook_kinds.begin(), hook_kinds.end(),
                                         [&](const auto& entry) { return entry.first == name; });
  return found == hook_kinds.end() ? HookKind::ConfigChanged : found->second;
}

Hook hook_of(const store::HookError& error, const agents::UnitNotes& notes) {
  Hook hook;
  const std::size_t mark = error.in_relation ? error.hook.rfind(relation_mark) : std::string::npos;
  if (mark == std::string::npos) {
    hook.kind = kind_of(error.hook);
    if (agents::is_storage_hook(hook.kind))
      hook.storage = error.remote_unit; // ST27
    return hook;
  }
  hook.kind = kind_of(std::string_view(error.hook).substr(mark + relation_mark.size()));
  hook.relation = error.relation;
  hook.endpoint = error.hook.substr(0, mark);
  hook.remote_unit = error.remote_unit;
  if (const auto known = notes.relations.find(error.relation); known != notes.relations.end())
    hook.remote_application = known->second.remote_application;
  return hook;
}

agents::Operation failed_try(const store::HookError& error,
                             const agents::UnitNotes& notes,
                             const config::RetryPolicy& policy) {
  agents::Operation operation;
  operation.hook = hook_of(error, notes);
  operation.next_at = error.next_at;
  operation.tried = true;
  operation.attempt = error.next_at == 0 ? policy.attempts // no further by itself (W2)
                                         : std::min(error.attempt, policy.attempts - 1);
  return operation;
}

} // namespace

agents::UnitNotes rebuilt_notes(const rules::States& states,
                                const rules::UnitState& unit,
                                const config::RetryPolicy& policy) {
  const store::UnitStatus status = unit.status.unpack();
  agents::UnitNotes notes;
  notes.unit = unit.record.name;
  const std::string& workflow = status.workflow;
  notes.installed = !workflow.empty() && workflow != "new" && workflow != "install-error";
  notes.started = workflow == "running" || workflow == "stop-error";
  for (const auto& [key, held] : unit.storages())
    if (held.attachment.attached)
      notes.storages.insert(held.attachment.storage);
  const auto application = states.applications.find(unit.record.application);
  if (application != states.applications.end())
    for (const store::RelationId id : unit.scopes)
      if (const auto made = application->second.relations.find(id);
          made != application->second.relations.end()) {
        agents::RelationProgress& progress = notes.relations[id];
        progress.endpoint = rules::end_of(made->second, unit.record.application)->endpoint;
        progress.remote_application =
          rules::counterpart_of(made->second, unit.record.application)->application;
        progress.created = true;
      }
  if (status.error.hook == store::failed_upgrade) {
    notes.upgrade = unit.record.charm;
    notes.charm_changes = unit.record.charm_changes;
    notes.conflict = status.error.stderr_tail;
  } else if (!status.error.hook.empty()) {
    notes.operation = failed_try(status.error, notes, policy);
    notes.config_follows = notes.operation->hook.kind == HookKind::UpgradeCharm;
  }
  return notes;
}

} // namespace orrery::foretell
