#pragma once

#include "actors/entities/token.hpp"
#include "actors/rules/relation.hpp"

#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orrery::entities {

/// Observers of a relation, shelved by the side and scope they are in, so that a change costs
/// what it wakes, and one that comes or goes costs the same however many there are.
class ScopeObservers {
public:
  /// Adds an observer, whose side of the relation never changes.
  void add(const Recipient& agent, const rules::Stir& side);
  void remove(const Recipient& agent);
  /// Tells those for whom `stir` is a counterpart's change, and who have not been told since they
  /// last read.
  void
  wake(const store::Relation& relation, const rules::Stir& stir, std::vector<Delivery>& outbox);
  /// The agent is about to be shown everything: it can be told again.
  void has_read(const Recipient& agent);
  void tell_all(std::vector<Delivery>& outbox, const caf::message& what) const;

private:
  struct Observer;
  using Entry = std::pair<const Recipient, Observer>;
  using Side = std::pair<std::string, store::Role>; ///< Container and role.
  using Shelf = std::list<Entry*>;                  ///< Of those below.
  struct Shelves {
    Shelf waiting; ///< Not told since they last read.
    Shelf told;
  };
  using Sides = std::map<Side, Shelves>;
  struct Observer {
    Sides::iterator side;
    Shelf::iterator place;
    bool told = false;
  };
  static Side side_of(const rules::Stir& stir) { return {stir.container, stir.role}; }
  static void
  wake_side(Shelves& shelves, store::RelationId relation, std::vector<Delivery>& outbox);

  std::map<Recipient, Observer> all_;
  Sides sides_; ///< None without an observer.
};

} // namespace orrery::entities
