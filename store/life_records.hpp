#pragma once

#include "store/entity_ref.hpp"
#include "store/life.hpp"
#include "store/names.hpp"
#include "store/turn.hpp"

#include <cstdint>
#include <string>

/// Records of how entities die: the wish to force a removal, and the history of lives.
namespace orrery::store {

/// The user wants it gone past failing hooks, dead agents and lost machines (F1-F5). Owner: the
/// target's actor, with whose removal it goes. `id`: machines, relations; `name`: the others.
struct Force {
  EntityKind target = EntityKind::Unit;
  std::uint32_t id = 0;
  std::string name;
  Milliseconds since = 0;
  Milliseconds due = 0; ///< Until then the orderly way has its chance (F5).
  bool operator==(const Force&) const = default;
};

/// A step of an entity's life; outlives the entity. Written with the step, never changed.
struct LifeStep {
  EntityRef entity;        ///< Of a relation with its key.
  Life life = Life::Alive; ///< The life that it got; of a removal the last one it had.
  bool removed = false;    ///< Its record went.
  Turn turn;
  bool operator==(const LifeStep&) const = default;
};
/// Something was removed by that transaction; tells the janitor in which order to delete what is
/// known of it. Written with its last LifeStep. Owner: the janitor, once written.
struct Ended {
  std::uint64_t sequence = 0;
  EntityRef entity;
  bool operator==(const Ended&) const = default;
};

} // namespace orrery::store
