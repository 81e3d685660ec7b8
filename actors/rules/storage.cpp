#include "actors/rules/storage.hpp"

#include "actors/rules/unit.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

using store::Life;

/// Returns null if the unit has no such instance.
const HeldStorage* find(const UnitState& unit, const std::string& id) {
  const auto parts = store::split_unit(id); // one grammar
  if (!parts)
    return nullptr;
  const auto found = unit.storages().find({parts->application, parts->number});
  return found == unit.storages().end() ? nullptr : &found->second;
}

Decision grow(const UnitState& unit, GrowStorage step) {
  step.unit = unit.record.name;
  step.owned = owned_storage(unit);
  Decision decision;
  decision.visits.push_back({application(unit.record.application), std::move(step)});
  return decision;
}

/// ST38
Decision add(const UnitState& unit, const protocol::AddStorage& wanted) {
  if (unit.record.life != Life::Alive)
    return refuse(protocol::Code::NotAlive, "unit is not found or not alive");
  GrowStorage step;
  step.more[wanted.storage] = wanted.directive;
  return grow(unit, std::move(step));
}

/// ST40
Decision attach(const UnitState& unit, const protocol::AttachStorage& wanted) {
  if (!store::is_unit_name(wanted.storage)) // one grammar
    return refuse(protocol::Code::BadStorage,
                  fmt::format("invalid storage ID \"{}\"", wanted.storage));
  if (const HeldStorage* held = find(unit, wanted.storage))
    return held->attachment.life == Life::Alive && held->storage.life == Life::Alive
             ? nothing()
             : refuse(protocol::Code::NotAlive,
                      fmt::format("cannot attach storage {} to unit {}: storage not alive",
                                  wanted.storage, unit.record.name));
  if (unit.record.life != Life::Alive)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("cannot attach storage {} to unit {}: unit not alive", wanted.storage,
                              unit.record.name));
  GrowStorage step;
  step.attached = wanted.storage;
  return grow(unit, std::move(step));
}

/// The attachment goes: a Dying instance with it (ST20), and one without any data yet whose unit
/// goes. Another one stays, and is the model's from now on (ST19).
void end_attachment(Decision& decision, bool unit_goes, const HeldStorage& held) {
  decision.writes.push_back(erase(held.attachment));
  const bool is_idle = !held.storage.placed && unit_goes;
  if (held.storage.life != Life::Alive || is_idle) {
    decision.writes.push_back(erase(held.storage));
    if (held.storage.placed)
      decision.visits.push_back({model(), Witness{}}); // has the data go, should it be there still
    return;
  }
  store::Storage free = held.storage;
  free.unit.clear();
  decision.writes.push_back(put(std::move(free)));
  decision.visits.push_back({model(), Witness{}});
}

store::StorageAttachment dying(const HeldStorage& held, const Context& context) {
  store::StorageAttachment attachment = held.attachment;
  attachment.life = Life::Dying;
  attachment.since = context.now;
  return attachment;
}

store::Storage destroyed(const HeldStorage& held, const Context& context) {
  store::Storage storage = held.storage;
  storage.life = Life::Dying;
  storage.turn = {context.now, context.cause};
  return storage;
}

/// An Alive unit keeps as many as its charm wants at least (ST18).
void ask_for_range(Decision& decision, const UnitState& unit, const HeldStorage& held, bool gone) {
  if (unit.record.life != Life::Alive || held.attachment.life != Life::Alive)
    return;
  decision.visits.insert(decision.visits.begin(),
                         {application(unit.record.application),
                          ShrinkStorage{held.attachment.storage, unit.record.name,
                                        owned_storage(unit)[held.storage.name], gone}});
}

/// ST39. Without a hook where none can have been told of it, and where that is forced: its machine
/// may be lost.
Decision
detach(const UnitState& unit, const protocol::DetachStorage& wanted, const Context& context) {
  const HeldStorage* held = find(unit, wanted.storage);
  if (held == nullptr || (held->attachment.life != Life::Alive && !wanted.force))
    return nothing();
  Decision decision;
  if (wanted.force || held->attachment.location.empty())
    end_attachment(decision, unit.record.life != Life::Alive, *held);
  else
    decision.writes.push_back(put(dying(*held, context)));
  ask_for_range(decision, unit, *held, false);
  return decision;
}

/// ST42
Decision
remove(const UnitState& unit, const protocol::RemoveStorage& wanted, const Context& context) {
  const HeldStorage* held = find(unit, wanted.storage);
  if (held == nullptr)
    return refuse(protocol::Code::NotFound,
                  fmt::format("storage instance \"{}\" is not with unit {} any more: try again",
                              wanted.storage, unit.record.name));
  if (held->storage.life != Life::Alive)
    return nothing();
  if (!wanted.force)
    return refuse(
      protocol::Code::HasStorage,
      fmt::format("cannot destroy storage \"{}\": storage is attached", wanted.storage));
  Decision decision;
  HeldStorage going = *held;
  going.storage = destroyed(*held, context);
  if (held->attachment.location.empty()) {
    end_attachment(decision, unit.record.life != Life::Alive, going);
  } else {
    decision.writes.push_back(put(going.storage));
    if (held->attachment.life == Life::Alive)
      decision.writes.push_back(put(dying(*held, context)));
  }
  ask_for_range(decision, unit, *held, true);
  return decision;
}

/// ST17
Decision provisioned(const UnitState& unit, const protocol::StorageProvisioned& said) {
  const HeldStorage* held = find(unit, said.storage);
  if (held == nullptr)
    return nothing(); // detached meanwhile
  if (said.location.empty())
    return refuse(protocol::Code::BadStorage,
                  fmt::format("storage {} has no mount point", said.storage));
  store::StorageAttachment attachment = held->attachment;
  attachment.location = said.location;
  store::Storage storage = held->storage;
  storage.placed = true;
  storage.machine = unit.record.machine;
  Decision decision;
  if (!(attachment == held->attachment))
    decision.writes.push_back(put(std::move(attachment)));
  if (!(storage == held->storage))
    decision.writes.push_back(put(std::move(storage)));
  return decision.writes.empty() ? nothing() : decision;
}

/// ST22
Decision attached(const UnitState& unit, const protocol::StorageAttached& said) {
  const HeldStorage* held = find(unit, said.storage);
  if (held == nullptr || held->attachment.attached)
    return nothing();
  if (held->attachment.location.empty())
    return nothing(); // that was an earlier attachment, which force has ended
  store::StorageAttachment attachment = held->attachment;
  attachment.attached = true;
  Decision decision;
  decision.writes.push_back(put(std::move(attachment)));
  return decision;
}

/// ST19, ST20
Decision detached(const UnitState& unit, const protocol::StorageDetached& said) {
  const HeldStorage* held = find(unit, said.storage);
  if (held == nullptr)
    return nothing();
  if (held->attachment.life == Life::Alive)
    return refuse(
      protocol::Code::NotDead,
      fmt::format("storage {} is not to be detached from unit {}", said.storage, unit.record.name));
  Decision decision;
  end_attachment(decision, unit.record.life != Life::Alive, *held);
  return decision;
}

} // namespace

std::map<std::string, std::uint32_t> owned_storage(const UnitState& unit) {
  std::map<std::string, std::uint32_t> counts;
  for (const auto& [key, held] : unit.storages())
    if (held.attachment.life == Life::Alive)
      ++counts[key.first];
  return counts;
}

void let_go_of_storage(Decision& decision,
                       const UnitState& unit,
                       bool destroys,
                       const Context& context) {
  for (const auto& [key, held] : unit.storages()) {
    if (held.attachment.life == Life::Alive)
      decision.writes.push_back(put(dying(held, context)));
    if (destroys && held.storage.life == Life::Alive)
      decision.writes.push_back(put(destroyed(held, context)));
  }
}

void destroy_storage(Decision& decision, const UnitState& unit, const Context& context) {
  for (const auto& [key, held] : unit.storages())
    if (held.storage.life == Life::Alive)
      decision.writes.push_back(put(destroyed(held, context)));
}

const HeldStorage* end_unplaced_storage(Decision& decision, const UnitState& unit) {
  for (const auto& [key, held] : unit.storages())
    if (!held.attachment.location.empty())
      return &held;
  for (const auto& [key, held] : unit.storages())
    end_attachment(decision, true, held);
  return nullptr;
}

void add_storage_of_hook(Decision& decision,
                         const UnitState& unit,
                         const protocol::FlushHook& flush,
                         const std::string& leader) {
  GrowStorage step;
  for (const auto& [name, count] : flush.storage)
    step.more[name].count = count;
  step.leader = leader;
  step.secrets = flush.secrets;
  Decision grown = grow(unit, std::move(step));
  decision.visits.push_back(std::move(grown.visits.front()));
}

std::optional<Decision>
change_storage(const UnitState& unit, const protocol::Command& command, const Context& context) {
  if (const auto* wanted = std::get_if<protocol::AddStorage>(&command))
    return add(unit, *wanted);
  if (const auto* wanted = std::get_if<protocol::AttachStorage>(&command))
    return attach(unit, *wanted);
  if (const auto* wanted = std::get_if<protocol::DetachStorage>(&command))
    return detach(unit, *wanted, context);
  if (const auto* wanted = std::get_if<protocol::RemoveStorage>(&command))
    return remove(unit, *wanted, context);
  if (const auto* said = std::get_if<protocol::StorageProvisioned>(&command))
    return provisioned(unit, *said);
  if (const auto* said = std::get_if<protocol::StorageAttached>(&command))
    return attached(unit, *said);
  if (const auto* said = std::get_if<protocol::StorageDetached>(&command))
    return detached(unit, *said);
  return std::nullopt;
}

} // namespace orrery::rules
