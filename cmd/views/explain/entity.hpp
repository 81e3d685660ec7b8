#pragma once

#include "cmd/views/explain/explanation.hpp"
#include "cmd/views/render/index.hpp"

#include <string>

namespace orrery::explain {

/// The records of a subject; nothing if there is none.
[[nodiscard]] const store::Unit* find_unit(const render::Index& index, const std::string& name);
[[nodiscard]] const store::Application* find_application(const render::Index& index,
                                                         const std::string& name);
[[nodiscard]] const store::Machine* find_machine(const render::Index& index, const std::string& id);
[[nodiscard]] const store::Relation* find_relation(const render::Index& index,
                                                   const std::string& id);

[[nodiscard]] Subject subject_of(const store::Unit& unit);
[[nodiscard]] Subject subject_of(const store::Application& application);
[[nodiscard]] Subject subject_of(const store::Machine& machine);
[[nodiscard]] Subject subject_of(const store::Relation& relation);

/// `relation 4`, `machine 0`; units and applications by their bare names.
[[nodiscard]] std::string name_of(const Subject& subject);

/// The relations in whose scopes a unit is, in the order in which it leaves: peers last (S6).
[[nodiscard]] std::vector<store::RelationId> scopes_in_order(const render::Index& index,
                                                             const std::string& unit);
/// Whether removing it is refused because no other machine manages the model (M3).
[[nodiscard]] bool is_last_manager(const render::Index& index, const store::Machine& machine);

} // namespace orrery::explain
