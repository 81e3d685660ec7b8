#include "actors/entities/scope_observers.hpp"

#include "actors/entities/messages.hpp"

namespace orrery::entities {

void ScopeObservers::add(const Recipient& agent, const rules::Stir& side) {
  const auto [observer, is_new] = all_.try_emplace(agent);
  if (!is_new)
    return has_read(agent);
  const auto there = sides_.try_emplace(side_of(side)).first;
  Shelf& waiting = there->second.waiting;
  observer->second = {there, waiting.insert(waiting.end(), &*observer)};
}

void ScopeObservers::remove(const Recipient& agent) {
  const auto observer = all_.find(agent);
  if (observer == all_.end())
    return;
  const auto [side, place, told] = observer->second;
  Shelves& shelves = side->second;
  (told ? shelves.told : shelves.waiting).erase(place);
  if (shelves.waiting.empty() && shelves.told.empty())
    sides_.erase(side);
  all_.erase(observer);
}

void ScopeObservers::wake_side(Shelves& shelves,
                               store::RelationId relation,
                               std::vector<Delivery>& outbox) {
  if (shelves.waiting.empty())
    return;
  Delivery& wake = outbox.emplace_back(
    Delivery{shelves.waiting.back()->first, caf::make_message(protocol::ScopeStirred{relation})});
  wake.others.reserve(shelves.waiting.size() - 1);
  for (Entry* entry : shelves.waiting) {
    entry->second.told = true;
    if (entry != shelves.waiting.back())
      wake.others.push_back(entry->first);
  }
  shelves.told.splice(shelves.told.end(), shelves.waiting);
}

void ScopeObservers::wake(const store::Relation& relation,
                          const rules::Stir& stir,
                          std::vector<Delivery>& outbox) {
  const bool everywhere = relation.scope == store::ScopeKind::Global || stir.container.empty();
  for (const store::Role role : {store::Role::Requirer, store::Role::Provider, store::Role::Peer}) {
    if (everywhere) {
      for (auto& [side, shelves] : sides_)
        if (side.second == role && rules::observes(relation, {role, side.first}, stir))
          wake_side(shelves, relation.id, outbox);
    } else if (const auto side = sides_.find({stir.container, role});
               side != sides_.end() && rules::observes(relation, {role, stir.container}, stir)) {
      wake_side(side->second, relation.id, outbox);
    }
  }
}

void ScopeObservers::has_read(const Recipient& agent) {
  const auto observer = all_.find(agent);
  if (observer == all_.end() || !std::exchange(observer->second.told, false))
    return;
  Shelves& shelves = observer->second.side->second;
  shelves.waiting.splice(shelves.waiting.end(), shelves.told, observer->second.place);
}

void ScopeObservers::tell_all(std::vector<Delivery>& outbox, const caf::message& what) const {
  for (const auto& [agent, side] : all_)
    outbox.push_back({agent, what});
}

} // namespace orrery::entities
