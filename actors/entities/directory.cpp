#include "actors/entities/directory.hpp"

#include <algorithm>
#include <mutex>

namespace orrery::entities {

namespace {
bool has_id(rules::Rank rank) {
  return rank == rules::Rank::Machine || rank == rules::Rank::Relation
         || rank == rules::Rank::Operation;
}
} // namespace

void Directory::add(const rules::Who& who, caf::actor entity) {
  Shelf& place = shelf(who.rank);
  const std::lock_guard lock(place.mutex);
  if (has_id(who.rank))
    place.by_id[who.id] = std::move(entity);
  else
    place.by_name[who.name] = std::move(entity);
}

void Directory::expect(rules::Rank rank, std::size_t count) {
  Shelf& place = shelf(rank);
  const std::lock_guard lock(place.mutex);
  if (has_id(rank))
    place.by_id.reserve(count);
  else
    place.by_name.reserve(count);
}

namespace {

template <class Map, class Key>
void erase(Map& entities, const Key& key, caf::actor_id entity) {
  if (const auto found = entities.find(key);
      found != entities.end() && found->second.id() == entity)
    entities.erase(found);
}

} // namespace

void Directory::remove(const rules::Who& who, caf::actor_id entity) {
  Shelf& place = shelf(who.rank);
  const std::lock_guard lock(place.mutex);
  if (has_id(who.rank))
    erase(place.by_id, who.id, entity);
  else
    erase(place.by_name, who.name, entity);
}

caf::actor Directory::find(const rules::Who& who) const {
  const Shelf& place = shelf(who.rank);
  const std::lock_guard lock(place.mutex);
  if (has_id(who.rank)) {
    const auto found = place.by_id.find(who.id);
    return found == place.by_id.end() ? caf::actor{} : found->second;
  }
  const auto found = place.by_name.find(who.name);
  return found == place.by_name.end() ? caf::actor{} : found->second;
}

std::optional<rules::Who> Directory::find_unit(const std::string& name) const {
  for (const bool subordinate : {false, true}) {
    const rules::Who who = rules::unit(name, subordinate);
    if (find(who))
      return who;
  }
  return std::nullopt;
}

std::vector<store::MachineId> Directory::machines() const {
  const Shelf& place = shelf(rules::Rank::Machine);
  std::vector<store::MachineId> ids;
  const std::lock_guard lock(place.mutex);
  for (const auto& [id, entity] : place.by_id)
    ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// The last reference to an entity may end it and its observers, which look it up once more: never
/// under the lock.
void Directory::clear() {
  for (Shelf& place : shelves_) {
    decltype(place.by_name) by_name;
    decltype(place.by_id) by_id;
    const std::lock_guard lock(place.mutex);
    by_name.swap(place.by_name);
    by_id.swap(place.by_id);
  }
}

} // namespace orrery::entities
