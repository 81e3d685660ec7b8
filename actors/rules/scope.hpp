#pragma once

#include "actors/rules/relation.hpp"

/// Entering and leaving a relation's scope, and its settings (S).
namespace orrery::rules {

[[nodiscard]] Decision admit_unit(const RelationState& relation, const AdmitUnit& admit);
[[nodiscard]] Decision depart_scope(const RelationState& relation,
                                    const protocol::DepartScope& depart);
[[nodiscard]] Decision
release_scope(const RelationState& relation, const ReleaseScope& release, const Context& context);
[[nodiscard]] Decision write_bags(const RelationState& relation, const WriteBags& bags);
/// The relation goes; its settings are marked for cleanup, and every application but one is
/// released (R6, S8).
[[nodiscard]] Decision delete_relation(const RelationState& relation,
                                       const Context& context,
                                       std::string_view not_releasing);
/// Settings after a change; an empty value deletes (S4).
[[nodiscard]] store::Settings settings_after(store::Settings settings,
                                             const store::Settings& changes);

} // namespace orrery::rules
