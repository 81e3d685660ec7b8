#include "actors/workflow/unit_notes.hpp"
#include "actors/workflow/unit_notes_record.hpp"

/// Notes of a unit's storages: which its hooks have been told of.
namespace orrery::agents {

NoteChanges commit_storage_hook(UnitNotes& local, const Hook& hook) {
  if (hook.kind == HookKind::StorageDetaching)
    return forget_storage(local, hook.storage);
  local.storages.insert(hook.storage);
  return {storage_change(local, hook.storage)};
}

NoteChanges forget_storage(UnitNotes& local, const std::string& storage) {
  if (local.storages.erase(storage) == 0)
    return {};
  return {storage_change(local, storage)};
}

} // namespace orrery::agents
