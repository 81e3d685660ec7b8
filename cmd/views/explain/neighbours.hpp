#pragma once

#include "cmd/views/explain/neighbourhood.hpp"
#include "cmd/views/explain/partial_reading.hpp"

#include <set>
#include <string>
#include <vector>

namespace orrery::explain {

/// Gathers a neighbourhood, entity by entity.
class Neighbours {
public:
  /// Adds to what was read, which must outlive it.
  Neighbours(PartialReading& reading, References& references, std::size_t most);

  void around_unit(const std::string& name);
  void around_application(const std::string& name);
  void around_machine(store::MachineId id);
  void around_relation(store::RelationId id);

  /// @returns all that was read, taken from the reading, with what was left out counted
  [[nodiscard]] tl::expected<Neighbourhood, store::StoreError> finish();

private:
  using Names = std::vector<std::string>;

  [[nodiscard]] const store::Contents& contents() const { return reading_.contents(); }
  /// How many more units may be looked at in one list.
  [[nodiscard]] std::size_t room() const;
  template <class Value>
  [[nodiscard]] Value taken(tl::expected<Value, store::StoreError> answer);

  void look_at(const std::string& name);
  [[nodiscard]] Names ask(const Names& units);
  void look_through(const Names& units);
  [[nodiscard]] Names members_of(store::RelationId relation) const;
  [[nodiscard]] Names units_of(const std::string& application) const;
  [[nodiscard]] Names first_principals_on(store::MachineId machine, std::size_t most);
  void look_at_principal(const store::Unit& subordinate);
  void look_at_those_who_stay(const Names& going);
  void look_at_other_managers(const store::Machine& machine);

  void count_referrers(render::Omitted& omitted) const;
  void count_listed(render::Omitted& omitted) const;

  PartialReading& reading_;
  References& references_;
  std::size_t most_;
  std::size_t units_left_;
  std::set<std::string> looked_at_; ///< Units.
  std::map<std::string, References::OfUnit> asked_;
  struct Principals {
    std::size_t all = 0;
    std::set<std::string> looked_for;
  };
  std::map<store::MachineId, Principals> principals_;
};

} // namespace orrery::explain
