#pragma once

#include "actors/workflow/workflow.hpp"
#include "store/contents.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::agents {

/// Sight that agents of units would have if they began, taken from all records at once and not from
/// those whom they observe.
class SeenAtStart {
public:
  /// The contents must outlive it.
  explicit SeenAtStart(const store::Contents& contents);

  /// Secrets' hooks are shown that the unit's charm may lack.
  /// @returns nothing for a unit that has so many counterparts that its agent does not rest.
  [[nodiscard]] std::optional<UnitSight> by(const store::Unit& unit) const;
  /// How many the principal has.
  [[nodiscard]] std::size_t subordinates_of(const std::string& principal) const;

private:
  using Side = std::pair<store::Role, std::string>; ///< Role and container.
  using Sides = std::map<Side, std::vector<const store::Scope*>>;

  void gather_storages();
  void see_application(const store::Unit& unit, UnitSight& remote) const;
  void see_secrets(const std::string& who, UnitSight& remote) const;
  void see_principal(const store::Unit& unit, UnitSight& remote) const;
  [[nodiscard]] bool see_relation(const store::Unit& unit,
                                  const store::Relation& relation,
                                  UnitSight& remote,
                                  std::size_t& members) const;
  [[nodiscard]] bool see_members(const store::Relation& relation,
                                 const store::Scope& own,
                                 SeenRelation& seen,
                                 std::size_t& members) const;
  [[nodiscard]] bool has_place(const store::Unit& unit, const store::Relation& relation) const;
  [[nodiscard]] std::uint64_t bag_version(store::RelationId id, const std::string& owner) const;

  const store::Contents& contents_;
  std::map<std::string, std::vector<const store::Relation*>> relations_; ///< By application.
  std::map<store::RelationId, Sides> sides_;
  std::map<std::string, std::size_t> subordinates_;                    ///< How many, by principal.
  std::map<std::string, std::vector<protocol::TaskToRun>> tasks_;      ///< By unit.
  std::map<std::string, std::vector<protocol::StorageSeen>> storages_; ///< By unit.
  std::map<std::string, std::vector<protocol::SecretHookSeen>> secret_hooks_; ///< By who runs them.
};

} // namespace orrery::agents
