#include "actors/entities/scope_observers.hpp"

#include "actors/entities/messages.hpp"

namespace orrery::entities {

void ScopeObservers::add(const caf::actor& agent, const rules::Stir& side) {
  remove(agent);
  all_.emplace(agent.id(), Observer{agent, side});
  waiting_[side_of(side)].insert(agent.id());
}

void ScopeObservers::remove(const caf::actor& agent) {
  const auto observer = all_.find(agent.id());
  if (observer == all_.end())
    return;
  const auto shelf = waiting_.find(side_of(observer->second.side));
  if (shelf != waiting_.end()) {
    shelf->second.erase(agent.id());
    if (shelf->second.empty())
      waiting_.erase(shelf);
  }
  all_.erase(observer);
}

void ScopeObservers::wake_shelf(Shelf& shelf,
                                store::RelationId relation,
                                std::vector<Delivery>& outbox) {
  for (const caf::actor_id id : shelf)
    outbox.push_back({all_.at(id).agent, caf::make_message(protocol::ScopeStirred{relation})});
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

void ScopeObservers::has_read(const caf::actor& agent) {
  if (const auto observer = all_.find(agent.id()); observer != all_.end())
    waiting_[side_of(observer->second.side)].insert(agent.id());
}

void ScopeObservers::tell_all(std::vector<Delivery>& outbox, const caf::message& what) const {
  for (const auto& [id, observer] : all_)
    outbox.push_back({observer.agent, what});
}

} // namespace orrery::entities
