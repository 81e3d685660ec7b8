#pragma once

#include "store/records.hpp"

#include <array>
#include <cstdint>
#include <set>
#include <utility>

namespace orrery::agents {

/// The rungs of the ladder that look at relation after relation.
enum class Rung : std::uint8_t {
  Learn,
  Forget,
  Depart,
  StepOut,
  StepOutOfPeers,
  LeaveHookless,
  Enter,
  Created,
  End,
  Hooks, ///< Last.
};

/// In which of a unit's relations each rung has found nothing to do: then the next step of a unit
/// in very many relations costs no look at all of them. Whoever keeps one stirs each relation in
/// which something changes, seen or done, and all relations when something about the unit does.
class LookedAt {
public:
  void stir(store::RelationId relation) {
    for (std::size_t rung = 0; rung < rungs; ++rung)
      if (relation < begin_[rung])
        again_.emplace(static_cast<Rung>(rung), relation);
  }
  void stir_all() {
    begin_.fill(0);
    again_.clear();
  }

  /// @param relations by their numbers; @param wish of one: something that is false where it has
  /// none
  /// @returns the wish of the first that has any, of those that may have one.
  template <class Relations, class Wish>
  auto first(Rung rung, const Relations& relations, const Wish& wish) {
    using Wished = decltype(wish(relations.begin()->first, relations.begin()->second));
    for (auto stirred = again_.lower_bound({rung, 0});
         stirred != again_.end() && stirred->first == rung; stirred = again_.erase(stirred))
      if (const auto found = relations.find(stirred->second); found != relations.end())
        if (Wished wished = wish(found->first, found->second))
          return wished;
    store::RelationId& begin = begin_[static_cast<std::size_t>(rung)];
    for (auto next = relations.lower_bound(begin); next != relations.end(); ++next) {
      begin = next->first;
      if (Wished wished = wish(next->first, next->second))
        return wished;
      ++begin;
    }
    return Wished{};
  }

private:
  static constexpr std::size_t rungs = static_cast<std::size_t>(Rung::Hooks) + 1;
  std::array<store::RelationId, rungs> begin_{}; ///< Of those that a rung has not come to yet.
  std::set<std::pair<Rung, store::RelationId>> again_; ///< Before that, and stirred since.
};

} // namespace orrery::agents
