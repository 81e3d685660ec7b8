#include "actors/workflow/mind.hpp"

#include <fmt/format.h>

#include <utility>

/// Storages of the unit: their places on the machine, and what the model is told of them. A place
/// is made before the model knows of it, and left before the model forgets it, so that a crash
/// between the two has the step done once more (ST28).
namespace orrery::agents {

using Do = StorageStep::Do;

bool Mind::take(const StorageStep& step) {
  const auto found = sight_.remote().storages.find(step.storage);
  const bool is_there = found != sight_.remote().storages.end();
  if (step.what == Do::Forget)
    then(LeaveStorage{step.storage, place_behind(step.storage), false}, AtStorage{step});
  else if (step.what == Do::Provision && is_there)
    then(ProvideStorage{step.storage, wished_mount_point(step.storage), found->second.placed,
                        found->second.size_mib},
         AtStorage{step});
  else if (step.what == Do::Release && is_there && !found->second.location.empty())
    then(LeaveStorage{step.storage, found->second.location, found->second.destroyed},
         AtStorage{step});
  else
    tell_storage(step);
  return false;
}

void Mind::tell_storage(const StorageStep& step, const std::string& mount_point) {
  const std::string& unit = acts_for_.unit;
  StorageTold told{step, mount_point};
  switch (step.what) {
  case Do::Provision:
    return ask(protocol::StorageProvisioned{step.storage, unit, mount_point}, std::move(told));
  case Do::Report:
    return ask(protocol::StorageAttached{step.storage, unit}, std::move(told));
  case Do::Release:
  case Do::Forget:
    return ask(protocol::StorageDetached{step.storage, unit}, std::move(told));
  }
}

/// Data that cannot be destroyed stays on the disk, and a word in the unit's log tells so: the unit
/// does not wait for it.
void Mind::handle(const StorageHandled& handled) {
  const auto* at = std::get_if<AtStorage>(&under_way_);
  if (at == nullptr)
    return;
  const StorageStep step = at->step;
  under_way_ = Nothing{};
  if (step.what != Do::Provision)
    sight_.storage_was_left(step.storage);
  if (!handled.fault.empty())
    out_.said.emplace_back(
      UnitLine{"WARNING", "agent", fmt::format("storage {}: {}", step.storage, handled.fault)});
  if (step.what == Do::Provision && !handled.fault.empty())
    sight_.storage_was_not_provisioned(step.storage, handled.fault, now_); // ST37
  else if (step.what == Do::Forget)
    forget_left(step.storage);
  else if (step.what == Do::Provision && !sight_.remote().storages.contains(step.storage))
    sight_.storage_was_provisioned(step.storage, handled.mount_point); // ST54: left again
  else
    tell_storage(step, handled.mount_point);
  take_steps();
}

/// Notes that the unit has the storage no more, once its place is left: a crash before that has the
/// place left once more.
void Mind::forget_left(const std::string& storage) {
  Hook detaching;
  detaching.kind = HookKind::StorageDetaching;
  detaching.storage = storage;
  if (local_.storages.contains(storage) && has_hook(hook_names_, detaching))
    out_.said.emplace_back(SkippedHooks{{detaching}, "--force"});
  note(forget_storage(local_, storage));
}

/// Waits for news after a refusal: a step may be possible then.
void Mind::answered(const StorageTold& told, const protocol::Answer& answer) {
  const std::string& storage = told.step.storage;
  if (answer.code == protocol::Code::NotFound) {
    sight_.storage_was_released(storage);
    return;
  }
  if (answer.code == protocol::Code::NotDead)
    return; // taken away and given back meanwhile: it is attached anew
  if (!answer.ok()) {
    stalled_ = answer.verdict == protocol::Verdict::Refused;
    return;
  }
  if (told.step.what == Do::Provision)
    sight_.storage_was_provisioned(storage, told.mount_point);
  else if (told.step.what == Do::Report)
    sight_.storage_was_told(storage);
  else
    sight_.storage_was_released(storage);
}

/// Returns where the place of a storage is that the model took away, as far as that is known: an
/// agent that began since knows the charm's wish.
std::string Mind::place_behind(const std::string& storage) const {
  const PlacesBehind& places = sight_.remote().places_behind;
  const auto known = places.find(storage);
  return known == places.end() ? wished_mount_point(storage) : known->second;
}

/// The charm's own location where a unit has at most one of the storage, and a place below it
/// otherwise (ST33).
/// @returns empty where the charm names none
std::string Mind::wished_mount_point(const std::string& storage) const {
  if (!surroundings_.find_charm)
    return {};
  const auto charm = surroundings_.find_charm(sight_.remote().application_charm);
  if (charm == nullptr)
    return {};
  const auto declared = charm->storage.find(storage_name(storage));
  if (declared == charm->storage.end() || declared->second.location.empty())
    return {};
  const std::string& location = declared->second.location;
  if (declared->second.most == 1)
    return location;
  return location + (location.ends_with('/') ? "" : "/") + storage;
}

} // namespace orrery::agents
