#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/operator.hpp"

#include <array>
#include <string>
#include <vector>

/// Commands of an operator about storage.
namespace orrery::simulate {

namespace {

/// Ids of instances that a unit has, or that none has.
std::vector<std::string> ids_of(const store::Contents& contents, bool held) {
  std::vector<std::string> ids;
  for (const auto& [id, storage] : contents.storages)
    if (storage.unit.empty() != held)
      ids.push_back(id);
  return ids;
}

/// Units whose charm has a storage of that name.
std::vector<std::string> takers(const store::Contents& contents, const std::string& name) {
  std::vector<std::string> units;
  for (const auto& [unit, record] : contents.units)
    if (const auto charm = contents.charms.find(record.charm);
        charm != contents.charms.end() && charm->second.storage.contains(name))
      units.push_back(unit);
  return units;
}

} // namespace

protocol::Removal Operator::how_with_data() {
  protocol::Removal how = this->how();
  how.destroy_storage = habits_.keeps_data && random_.one_in(5);
  return how;
}

/// Adds one or two of a storage that the unit's charm has, and few of one that has no bound.
std::optional<protocol::Command> Operator::add_storage(const store::Contents& contents) {
  static const std::array<std::string, 3> names{"data", "logs", std::string(spare)};
  constexpr std::size_t most_instances = 40;
  const std::string& name = random_.any(names);
  const std::vector<std::string> units = takers(contents, name);
  if (units.empty() || sated_ || contents.storages.size() >= most_instances)
    return std::nullopt;
  protocol::AddStorage wanted{random_.any(units), name, {}};
  wanted.directive.count = static_cast<std::uint32_t>(random_.below(3));
  return wanted;
}

std::vector<std::string> Operator::free_storage_for(const store::Contents& contents,
                                                    const std::string& application) {
  const auto record = contents.applications.find(application);
  if (!habits_.keeps_data || record == contents.applications.end() || !random_.one_in(2))
    return {};
  const auto charm = contents.charms.find(record->second.charm);
  std::vector<std::string> fitting;
  for (const std::string& id : ids_of(contents, false))
    if (charm != contents.charms.end()
        && charm->second.storage.contains(contents.storages.at(id).name))
      fitting.push_back(id);
  return fitting.empty() ? fitting : std::vector<std::string>{random_.any(fitting)};
}

protocol::Command Operator::remove_storage(const store::Contents& contents) {
  const std::vector<std::string> held = ids_of(contents, true);
  const std::vector<std::string> free = ids_of(contents, false);
  if ((held.empty() && free.empty()) || random_.one_in(habits_.mistakes))
    return protocol::RemoveStorage{"nothing/77", "", random_.one_in(2)};
  const bool of_unit = free.empty() || (!held.empty() && random_.one_in(2));
  const std::string& id = random_.any(of_unit ? held : free);
  return protocol::RemoveStorage{id, contents.storages.at(id).unit, random_.one_in(2)};
}

std::optional<protocol::Command> Operator::storage(const store::Contents& contents) {
  const std::vector<std::string> held = ids_of(contents, true);
  const std::vector<std::string> free = ids_of(contents, false);
  switch (random_.below(8)) {
  case 0:
    return remove_storage(contents);
  case 1:
  case 2:
  case 3:
    if (!free.empty()) {
      const std::string& id = random_.any(free);
      const auto units = takers(contents, contents.storages.at(id).name);
      return protocol::AttachStorage{id, units.empty() ? unit(contents) : random_.any(units)};
    }
    return add_storage(contents);
  case 4:
  case 5:
    return add_storage(contents);
  default:
    break;
  }
  if (held.empty())
    return std::nullopt;
  const std::string& id = random_.any(held);
  return protocol::DetachStorage{id, contents.storages.at(id).unit,
                                 habits_.forces && random_.one_in(3)};
}

} // namespace orrery::simulate
