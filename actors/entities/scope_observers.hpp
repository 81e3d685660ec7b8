#pragma once

#include "actors/entities/token.hpp"
#include "actors/rules/relation.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::entities {

/// The agents that watch a relation, shelved by the side and scope they are in, so that a change
/// costs what it wakes, and one that comes or goes costs the same however many there are.
class ScopeObservers {
public:
  void add(const caf::actor& agent, const rules::Stir& side);
  void remove(const caf::actor& agent);
  /// Tells those for whom `stir` is a counterpart's change, and who have not been told since they
  /// last read.
  void
  wake(const store::Relation& relation, const rules::Stir& stir, std::vector<Delivery>& outbox);
  /// The agent is about to be shown everything: it can be told again.
  void has_read(const caf::actor& agent);
  void tell_all(std::vector<Delivery>& outbox, const caf::message& what) const;

private:
  struct Observer {
    caf::actor agent;
    rules::Stir side;
  };
  using Side = std::pair<std::string, store::Role>; ///< Container and role.
  using Shelf = std::set<caf::actor_id>;
  static Side side_of(const rules::Stir& stir) { return {stir.container, stir.role}; }
  void wake_shelf(Shelf& shelf, store::RelationId relation, std::vector<Delivery>& outbox);

  std::map<caf::actor_id, Observer> all_;
  std::map<Side, Shelf> waiting_; ///< Not told since they last read.
};

} // namespace orrery::entities
