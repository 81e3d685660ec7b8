#include "actors/workflow/unit_notes.hpp"

/// Kinds of hooks and their names.
namespace orrery::agents {

bool is_relation_hook(HookKind kind) {
  return kind >= HookKind::RelationCreated && kind <= HookKind::RelationBroken;
}

bool is_storage_hook(HookKind kind) {
  return kind == HookKind::StorageAttached || kind == HookKind::StorageDetaching;
}

bool is_secret_hook(HookKind kind) {
  return kind >= HookKind::SecretExpired && kind <= HookKind::SecretRemove;
}

std::string word_for_failed(const Hook& hook) {
  switch (hook.kind) {
  case HookKind::StorageAttached:
    return "storage-attached";
  case HookKind::StorageDetaching:
    return "storage-detaching";
  default:
    return hook_name(hook);
  }
}

std::string hook_name(const Hook& hook) {
  switch (hook.kind) {
  case HookKind::Install:
    return "install";
  case HookKind::LeaderElected:
    return "leader-elected";
  case HookKind::ConfigChanged:
    return "config-changed";
  case HookKind::Start:
    return "start";
  case HookKind::Stop:
    return "stop";
  case HookKind::Remove:
    return "remove";
  case HookKind::RelationCreated:
    return hook.endpoint + "-relation-created";
  case HookKind::RelationJoined:
    return hook.endpoint + "-relation-joined";
  case HookKind::RelationChanged:
    return hook.endpoint + "-relation-changed";
  case HookKind::RelationDeparted:
    return hook.endpoint + "-relation-departed";
  case HookKind::RelationBroken:
    return hook.endpoint + "-relation-broken";
  case HookKind::LeaderSettingsChanged:
    return "leader-settings-changed";
  case HookKind::UpdateStatus:
    return "update-status";
  case HookKind::UpgradeCharm:
    return "upgrade-charm";
  case HookKind::StorageAttached:
  case HookKind::StorageDetaching:
    return storage_name(hook.storage) + "-" + word_for_failed(hook);
  case HookKind::SecretExpired:
    return "secret-expired";
  case HookKind::SecretRotate:
    return "secret-rotate";
  case HookKind::SecretChanged:
    return "secret-changed";
  case HookKind::SecretRemove:
    return "secret-remove";
  }
  return "unknown";
}

} // namespace orrery::agents
