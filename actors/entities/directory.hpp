#pragma once

#include "actors/rules/steps.hpp"
#include "actors/runtime/brief_mutex.hpp"

#include <caf/actor.hpp>

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace orrery::entities {

/// The address book of entities: who is where. Thread-safe; an entity that is gone is in it no
/// more.
class Directory {
public:
  void add(const rules::Who& who, caf::actor entity);
  /// Reserves room for `count` entities of this rank.
  void expect(rules::Rank rank, std::size_t count);
  /// Forgets an entity that is gone; whoever has its name since then stays (L6).
  void remove(const rules::Who& who, caf::actor_id entity);
  /// @returns an invalid handle if there is no such entity.
  [[nodiscard]] caf::actor find(const rules::Who& who) const;
  /// A unit by name, principal or subordinate.
  [[nodiscard]] std::optional<rules::Who> find_unit(const std::string& name) const;
  [[nodiscard]] std::vector<store::MachineId> machines() const;
  void clear();

private:
  /// One lock a class of entities: they are looked up from every worker thread.
  struct Shelf {
    mutable runtime::BriefMutex mutex;
    std::unordered_map<std::string, caf::actor> by_name;
    std::unordered_map<std::uint32_t, caf::actor> by_id;
  };
  [[nodiscard]] Shelf& shelf(rules::Rank rank) { return shelves_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Shelf& shelf(rules::Rank rank) const {
    return shelves_[static_cast<std::size_t>(rank)];
  }
  std::array<Shelf, 7> shelves_; ///< By rank.
};

} // namespace orrery::entities
