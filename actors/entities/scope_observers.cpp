#include "actors/entities/scope_observers.hpp"

#include "actors/entities/messages.hpp"

namespace orrery::entities {

void ScopeObservers::add(const caf::actor& agent, const rules::Stir& side) {
  remove(agent);
  waiting_[side_of(side)].emplace(agent.id(), Observer{agent, side});
}

void ScopeObservers::remove(const caf::actor& agent) {
  told_.erase(agent.id());
  for (auto shelf = waiting_.begin(); shelf != waiting_.end();) {
    shelf->second.erase(agent.id());
    shelf = shelf->second.empty() ? waiting_.erase(shelf) : std::next(shelf);
  }
}

void ScopeObservers::wake_shelf(Shelf& shelf,
                                store::RelationId relation,
                                std::vector<Delivery>& outbox) {
  for (auto& [id, observer] : shelf) {
    outbox.push_back({observer.agent, caf::make_message(protocol::ScopeStirred{relation})});
    told_.emplace(id, std::move(observer));
  }
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
          wake_shelf(shelf, relation.id, outbox);
    } else if (const auto shelf = waiting_.find({stir.container, role});
               shelf != waiting_.end() && rules::observes(relation, {role, stir.container}, stir)) {
      wake_shelf(shelf->second, relation.id, outbox);
    }
  }
}

void ScopeObservers::has_read(const caf::actor& agent) {
  const auto told = told_.find(agent.id());
  if (told == told_.end())
    return;
  waiting_[side_of(told->second.side)].emplace(agent.id(), std::move(told->second));
  told_.erase(told);
}

void ScopeObservers::tell_all(std::vector<Delivery>& outbox, const caf::message& what) const {
  for (const auto& [side, shelf] : waiting_)
    for (const auto& [id, observer] : shelf)
      outbox.push_back({observer.agent, what});
  for (const auto& [id, observer] : told_)
    outbox.push_back({observer.agent, what});
}

} // namespace orrery::entities
