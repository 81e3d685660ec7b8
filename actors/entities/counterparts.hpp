#pragma once

#include "actors/rules/relation.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::entities {

/// Finds what a reader of a relation has to be shown without a look at everybody in it: who stands
/// in a container, and who has changed on a side of a global relation since a reader last asked.
/// Only memory: it begins anew with its entity.
class Counterparts {
public:
  /// A reader that has seen everything up to here.
  using Time = std::uint64_t;

  /// The state must outlive it, and stay where it is; all changes of its members come through here.
  explicit Counterparts(const rules::RelationState& state);
  Counterparts(const Counterparts&) = delete;
  Counterparts& operator=(const Counterparts&) = delete;

  /// A unit's scope record is about to be written or deleted.
  void before(const store::Scope& scope);
  /// Indexes the member anew. Call right after absorbing the write that `before` announced.
  void after(const store::Scope& scope);
  /// Something of that member has changed for who observes its side: its presence or its settings.
  void changed(const rules::Stir& side, const std::string& member);

  /// Never 0.
  [[nodiscard]] Time now() const { return now_; }
  /// The members of those sides of a global relation that a unit of this role observes.
  [[nodiscard]] std::vector<std::string_view> observed_by(store::Role observer) const;
  /// The members of one container, of either side.
  [[nodiscard]] std::vector<std::string_view> in_container(const std::string& container) const;
  /// Names members that may have changed on the sides that a unit of this role observes in a global
  /// relation.
  /// @returns nothing where that is not known any more: then everybody may have.
  [[nodiscard]] std::optional<std::set<std::string>> since(store::Role observer, Time seen) const;

private:
  /// Forgets the older half once that many changes are kept; a reader that is further behind reads
  /// everybody.
  static constexpr std::size_t kept_at_least = 64;
  struct Log {
    std::vector<std::pair<Time, std::string>> changes; ///< In their order.
    Time known_from = 1;                               ///< Every change after this is among them.
  };
  void forget_some(Log& log) const;

  const rules::RelationState& state_;
  Time now_ = 1;
  // Views into the state's own members.
  std::set<std::pair<std::string_view, std::string_view>> placed_; ///< Of container relations.
  std::map<store::Role, std::set<std::string_view>> sides_;        ///< Of global relations.
  std::map<store::Role, Log> logs_; ///< By the side that has changed. Of global relations only.
};

} // namespace orrery::entities
