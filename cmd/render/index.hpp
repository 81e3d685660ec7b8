#pragma once

#include "cmd/render/omitted.hpp"
#include "store/contents.hpp"
#include "store/in_order.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

/// Who refers to whom, gathered once from the records, so that showing a model takes time in its
/// size, not its square. Used by one thread.
class Index {
public:
  using Units = std::vector<const store::Unit*>;         ///< In natural order of names.
  using Relations = std::vector<const store::Relation*>; ///< By id.
  using Scopes = std::vector<const store::Scope*>;       ///< By relation.

  /// Keeps a reference to the contents, which must outlive the index.
  explicit Index(const store::Contents& contents);
  /// Of contents that are a part of a model. Keeps references to both.
  Index(const store::Contents& contents, const Omitted& omitted);

  [[nodiscard]] const store::Contents& contents() const { return contents_; }
  [[nodiscard]] const Omitted& omitted() const { return omitted_; }
  [[nodiscard]] const Units& units_of(std::string_view application) const;
  /// Of a principal.
  [[nodiscard]] const Units& subordinates_of(std::string_view unit) const;
  /// Principals assigned to the machine.
  [[nodiscard]] const Units& principals_on(store::MachineId machine) const;
  [[nodiscard]] const Relations& relations_of(std::string_view application) const;
  [[nodiscard]] const Scopes& scopes_of(std::string_view unit) const;
  /// Units with a scope record in the relation, in the order of their keys.
  [[nodiscard]] Scopes scopes_in(store::RelationId relation) const;
  /// Names of applications in natural order.
  [[nodiscard]] const std::vector<std::string_view>& applications() const { return applications_; }
  /// Whether the unit is shown below its principal: that one exists and is no subordinate itself.
  [[nodiscard]] bool is_nested(const store::Unit& unit) const;
  /// Nothing if no agent has reported for the unit.
  [[nodiscard]] const store::UnitStatus* status_of(const std::string& unit) const;
  [[nodiscard]] const store::Charm* charm(const std::string& url) const;

private:
  const store::Contents& contents_;
  const Omitted& omitted_;
  std::vector<std::string_view> applications_;
  void take_in(const store::Unit& unit);

  // The names are the contents'.
  std::map<std::string_view, Units> by_application_;
  std::map<std::string_view, Units> by_principal_;
  std::map<store::MachineId, Units> by_machine_;
  std::map<std::string_view, Relations> relations_;
  std::map<std::string_view, Scopes> scopes_;
  /// Units are drawn in the order of their names, mostly.
  mutable store::InOrder<const std::map<std::string, store::UnitStatus>> statuses_;
};

/// Whether one unit comes before the other in the natural order of names.
[[nodiscard]] bool comes_before(const store::Unit& left, const store::Unit& right);
/// The other end of a relation as `application` sees it; its own end in a peer relation, nothing if
/// it has none.
[[nodiscard]] const store::RelationEnd* other_end(const store::Relation& relation,
                                                  std::string_view application);
/// The end of a relation that is the application's, nothing if it has none.
[[nodiscard]] const store::RelationEnd* own_end(const store::Relation& relation,
                                                std::string_view application);

} // namespace orrery::render
