#include "cmd/simulate/names_made.hpp"

#include "actors/agents/roster.hpp"
#include "cmd/simulate/words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery::simulate {

namespace {

template <class Map, class Key>
Key meant_in(const Map& map, const Key& then) {
  const auto found = map.find(then);
  return found == map.end() ? then : found->second;
}

/// Takes a list of ids apart, with blanks or commas between.
std::vector<std::string> ids_in(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  LineWords words(text);
  std::vector<std::string> ids;
  while (!words.at_end())
    ids.emplace_back(words.next());
  return ids;
}

} // namespace

void NamesMade::made(const steps::Ask& then, const std::string& now) {
  if (then.made.empty() || now.empty())
    return;
  const auto then_id = store::parse_id(then.made), now_id = store::parse_id(now);
  if (std::holds_alternative<protocol::AddUnit>(then.command)) {
    units_[then.made] = now;
    if (const auto unit = ledger_.contents().units.find(now);
        then.made_on && unit != ledger_.contents().units.end())
      machines_[*then.made_on] = unit->second.machine;
  } else if (std::holds_alternative<protocol::AddMachine>(then.command) && then_id && now_id) {
    machines_[*then_id] = *now_id;
  } else if (std::holds_alternative<protocol::AddRelation>(then.command) && then_id && now_id) {
    relations_[*then_id] = *now_id;
  } else if (std::holds_alternative<protocol::AddStorage>(then.command)) {
    const auto ids_then = ids_in(then.made), ids_now = ids_in(now);
    for (std::size_t i = 0; i < std::min(ids_then.size(), ids_now.size()); ++i)
      storages_[ids_then[i]] = ids_now[i];
  }
}

std::string NamesMade::unit(const std::string& then) const {
  const auto principal = principals_.find(then);
  if (principal == principals_.end())
    return meant_in(units_, then);
  const std::string below = meant_in(units_, principal->second);
  for (const auto& [name, unit] : ledger_.contents().units)
    if (unit.principal == below && unit.application == store::application_of(then))
      return name;
  return then;
}

store::MachineId NamesMade::machine(store::MachineId then) const {
  return meant_in(machines_, then);
}

std::string NamesMade::storage(const std::string& then, const std::string& unit) const {
  if (const auto made = storages_.find(then); made != storages_.end())
    return made->second;
  const auto& all = ledger_.contents().storages;
  if (const auto same = all.find(then); same != all.end() && same->second.unit == unit)
    return then;
  for (const auto& [id, storage] : all)
    if (storage.unit == unit && storage.name == store::application_of(then)) // one grammar
      return id;
  return then;
}

protocol::Command NamesMade::meant_of_storage(protocol::Command command) const {
  if (auto* made = std::get_if<protocol::AddUnit>(&command)) {
    for (std::string& id : made->attached)
      id = storage(id, {});
  } else if (auto* added = std::get_if<protocol::AddStorage>(&command)) {
    added->unit = unit(added->unit);
  } else if (auto* attached = std::get_if<protocol::AttachStorage>(&command)) {
    attached->unit = unit(attached->unit);
    attached->storage = storage(attached->storage, {});
  } else if (auto* detached = std::get_if<protocol::DetachStorage>(&command)) {
    detached->unit = unit(detached->unit);
    detached->storage = storage(detached->storage, detached->unit);
  } else if (auto* removed = std::get_if<protocol::RemoveStorage>(&command)) {
    removed->unit = removed->unit.empty() ? "" : unit(removed->unit);
    removed->storage = storage(removed->storage, removed->unit);
  }
  return command;
}

std::string NamesMade::place(const std::string& then) const {
  LineWords words(then);
  if (!words.take("machine"))
    return unit(then);
  const auto id = words.number<store::MachineId>();
  return id ? agents::Roster::machine(machine(*id)) : then;
}

protocol::Command NamesMade::meant(protocol::Command command) const {
  if (auto* added = std::get_if<protocol::AddUnit>(&command); added != nullptr && added->machine)
    added->machine = machine(*added->machine);
  else if (auto* removed = std::get_if<protocol::RemoveUnit>(&command))
    removed->unit = unit(removed->unit);
  else if (auto* resolved = std::get_if<protocol::Resolve>(&command))
    resolved->unit = unit(resolved->unit);
  else if (auto* machine_removed = std::get_if<protocol::RemoveMachine>(&command))
    machine_removed->machine = machine(machine_removed->machine);
  else if (auto* retried = std::get_if<protocol::RetryProvisioning>(&command))
    retried->machine = machine(retried->machine);
  else if (auto* parted = std::get_if<protocol::RemoveRelation>(&command))
    parted->relation = meant_in(relations_, parted->relation);
  return meant_of_storage(std::move(command));
}

} // namespace orrery::simulate
