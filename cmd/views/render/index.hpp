#pragma once

#include "cmd/views/render/omitted.hpp"
#include "cmd/views/render/task_index.hpp"
#include "store/contents.hpp"
#include "store/in_order.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

/// Index of who refers to whom, gathered once from the records, so that showing a model takes time
/// in its size, not its square. Used by one thread.
class Index {
public:
  using Units = std::vector<const store::Unit*>;         ///< In natural order of names.
  using Relations = std::vector<const store::Relation*>; ///< By id.
  using Scopes = std::vector<const store::Scope*>;       ///< By relation.
  using Attachments = std::vector<const store::StorageAttachment*>;

  /// Keeps a reference to the contents, which must outlive the index.
  explicit Index(const store::Contents& contents);
  /// Makes the index of contents that are a part of a model. Keeps references to both.
  Index(const store::Contents& contents, const Omitted& omitted);

  [[nodiscard]] const store::Contents& contents() const { return contents_; }
  [[nodiscard]] const Omitted& omitted() const { return omitted_; }
  [[nodiscard]] const Units& units_of(std::string_view application) const;
  /// Returns a principal's subordinates.
  [[nodiscard]] const Units& subordinates_of(std::string_view unit) const;
  /// Principals assigned to the machine.
  [[nodiscard]] const Units& principals_on(store::MachineId machine) const;
  [[nodiscard]] const Relations& relations_of(std::string_view application) const;
  [[nodiscard]] const Scopes& scopes_of(std::string_view unit) const;
  /// Returns the storage that the unit has.
  [[nodiscard]] const Attachments& storage_of(std::string_view unit) const;
  /// Units with a scope record in the relation, in the order of their keys.
  [[nodiscard]] Scopes scopes_in(store::RelationId relation) const;
  /// Users' tasks that have not ended.
  [[nodiscard]] const TaskIndex& tasks() const;
  /// Names of applications in natural order.
  [[nodiscard]] const std::vector<std::string_view>& applications() const { return applications_; }
  /// Nothing if there is none.
  [[nodiscard]] const store::Application* application_of(const store::Unit& unit) const;
  /// Nothing while it is assigned to none, or where there is none.
  [[nodiscard]] const store::Machine* machine_of(const store::Unit& unit) const;
  /// Nothing if no agent has reported for the unit.
  [[nodiscard]] const store::UnitStatus* status_of(const std::string& unit) const;
  [[nodiscard]] const store::Charm* charm(const std::string& url) const;

private:
  void take_in(const store::Unit& unit);

  const store::Contents& contents_;
  const Omitted& omitted_;
  std::vector<std::string_view> applications_;
  // The names are the contents'.
  std::map<std::string_view, Units> by_application_;
  std::map<std::string_view, Units> by_principal_;
  /// Made by the first who asks: hardly anything that shows a whole model does.
  mutable std::optional<std::map<store::MachineId, Units>> by_machine_;
  std::map<std::string_view, Relations> relations_;
  std::map<std::string_view, Scopes> scopes_;
  std::map<std::string_view, Attachments> storage_; ///< By unit.
  mutable std::optional<TaskIndex> tasks_;          ///< Made by the first who asks.
  // Units are drawn in the order of their names, mostly, and lie on one machine after another.
  mutable store::InOrder<const std::map<std::string, store::UnitStatus>> statuses_;
  mutable store::InOrder<const std::map<std::string, store::Application>> application_of_;
  mutable store::InOrder<const std::map<store::MachineId, store::Machine>> machine_of_;
};

/// Whether one unit of an application comes before another one of it: numbers have no leading
/// zeros, the longer name is greater.
[[nodiscard]] bool comes_before_in_application(const std::string& left, const std::string& right);
/// The other end of a relation as `application` sees it; its own end in a peer relation, nothing if
/// it has none.
[[nodiscard]] const store::RelationEnd* other_end(const store::Relation& relation,
                                                  std::string_view application);
/// The end of a relation that is the application's, nothing if it has none.
[[nodiscard]] const store::RelationEnd* own_end(const store::Relation& relation,
                                                std::string_view application);

} // namespace orrery::render
