#include "actors/workflow/storage_steps.hpp"

#include <algorithm>

namespace orrery::agents {
namespace {

using Do = StorageStep::Do;

bool is_going(const View& view, const SeenStorage& storage) {
  return storage.life != store::Life::Alive || view.remote.life != store::Life::Alive;
}

/// Whether the hook in hand is one of the storage.
bool is_in_hand(const View& view, const std::string& id) {
  return view.local.operation && view.local.operation->hook.storage == id;
}

Hook storage_hook(HookKind kind, const std::string& id) {
  Hook hook;
  hook.kind = kind;
  hook.storage = id;
  return hook;
}

/// Whether the model has taken the storage from the unit, and may have given it back since: where
/// it has no place, what the unit knows of it is of an earlier attachment.
bool was_taken(const View& view, const std::string& id) {
  const auto found = view.remote.storages.find(id);
  return found == view.remote.storages.end() || found->second.location.empty();
}

/// Finds the next step of an Alive storage, but for the time of another try.
MaybeNext attach_one(const View& view, const std::string& id, const SeenStorage& storage) {
  if (view.local.storages.contains(id))
    return storage.told ? std::nullopt : MaybeNext{StorageStep{Do::Report, id}};
  if (!storage.location.empty())
    return QueueHook{storage_hook(HookKind::StorageAttached, id)};
  if (storage.retry_at > view.now)
    return std::nullopt;
  return StorageStep{Do::Provision, id};
}

} // namespace

MaybeNext release_storage(const View& view) {
  for (const auto& [id, storage] : view.remote.storages)
    if (is_going(view, storage) && !view.local.storages.contains(id) && !is_in_hand(view, id))
      return StorageStep{Do::Release, id};
  for (const std::string& id : view.local.storages)
    if (was_taken(view, id) && !is_in_hand(view, id))
      return StorageStep{Do::Forget, id};
  for (const auto& [id, place] : view.remote.places_behind)
    if (was_taken(view, id) && !is_in_hand(view, id))
      return StorageStep{Do::Forget, id}; // ST54
  return std::nullopt;
}

MaybeNext attach_storage(const View& view, bool waits) {
  for (const auto& [id, storage] : view.remote.storages)
    if (!is_going(view, storage))
      if (auto step = attach_one(view, id, storage))
        return step;
  return waits ? next_storage_try(view) : std::nullopt;
}

MaybeNext detach_storage(const View& view) {
  for (const auto& [id, storage] : view.remote.storages)
    if (is_going(view, storage) && view.local.storages.contains(id))
      return QueueHook{storage_hook(HookKind::StorageDetaching, id)};
  return std::nullopt;
}

MaybeNext next_storage_try(const View& view) {
  MaybeNext earliest;
  store::Milliseconds at = 0;
  for (const auto& [id, storage] : view.remote.storages) {
    if (is_going(view, storage) || !storage.location.empty() || storage.retry_at == 0)
      continue;
    at = earliest ? std::min(at, storage.retry_at) : storage.retry_at;
    earliest = WaitUntil{at};
  }
  return earliest;
}

bool is_void_for_storage(const View& view, const Hook& hook) {
  if (was_taken(view, hook.storage))
    return true;
  return hook.kind == HookKind::StorageAttached
         && is_going(view, view.remote.storages.at(hook.storage));
}

} // namespace orrery::agents
