#include "actors/entities/scope_observers.hpp"

#include "actors/entities/messages.hpp"

namespace orrery::entities {

void ScopeObservers::add(const Recipient& agent, const rules::Stir& side) {
  const auto added = all_.emplace(agent, side).first;
  waiting_[side_of(side)].insert(&added->first);
}

void ScopeObservers::remove(const Recipient& agent) {
  const auto observer = all_.find(agent);
  if (observer == all_.end())
    return;
  const auto shelf = waiting_.find(side_of(observer->second));
  if (shelf != waiting_.end()) {
    shelf->second.erase(&observer->first);
    if (shelf->second.empty())
      waiting_.erase(shelf);
  }
  all_.erase(observer);
}

void ScopeObservers::wake_shelf(Shelf& shelf,
                                store::RelationId relation,
                                std::vector<Delivery>& outbox) {
  if (shelf.empty())
    return;
  const caf::message what = caf::make_message(protocol::ScopeStirred{relation}); // one for all
  for (const Recipient* agent : shelf)
    outbox.push_back({*agent, what});
  shelf.clear();
}

void ScopeObservers::wake(const store::Relation& relation,
                          const rules::Stir& stir,
                          std::vector<Delivery>& outbox) {
  const bool everywhere = relation.scope == store::ScopeKind::Global || stir.container.empty();
  for (const store::Role role : {store::Role::Requirer, store::Role::Provider, store::Role::Peer}) {
    if (everywhere) {
      for (auto& [side, shelf] : waiting_)
        if (side.second == role && rules::observes(relation, {role, side.first}, stir))
          wake_shelf(shelf, relation.id, outbox); // stays, empty, for those who read
    } else if (const auto shelf = waiting_.find({stir.container, role});
               shelf != waiting_.end() && rules::observes(relation, {role, stir.container}, stir)) {
      wake_shelf(shelf->second, relation.id, outbox);
      waiting_.erase(shelf);
    }
  }
}

void ScopeObservers::has_read(const Recipient& agent) {
  if (const auto observer = all_.find(agent); observer != all_.end())
    waiting_[side_of(observer->second)].insert(&observer->first);
}

void ScopeObservers::tell_all(std::vector<Delivery>& outbox, const caf::message& what) const {
  for (const auto& [agent, side] : all_)
    outbox.push_back({agent, what});
}

} // namespace orrery::entities
