#pragma once

#include "store/records.hpp"

#include <string>

/// Keys of the model's database: one class letter, then names; ids have 10 digits so that they sort.
///
///     key      = "!" meta | "m" | "c" charm-url | "h" id | "u" unit | "s" unit | "a" application
///              | "o" application | "q" application | "f" ("h" id | "u" unit | "a" application | "r" id)
///              | "r" id | "e" id "/" unit | "b" id "/" owner | "x" id
///     meta     = "schema" | "sequence"
///     id       = 10 digits
///     unit     = application "/" id
///     owner    = application ["/" id]
///
/// m model · c charm · h machine (host) · u unit · s unit status · a application · o its options ·
/// q unit sequence · r relation · e scope (entered) · b bag · x cleanup ·
/// f force, then the key of its target
namespace orrery::store {

using Key = std::string;

[[nodiscard]] Key model_key();
[[nodiscard]] Key charm_key(std::string_view url);
[[nodiscard]] Key machine_key(MachineId id);
[[nodiscard]] Key unit_key(std::string_view unit);
[[nodiscard]] Key unit_status_key(std::string_view unit);
[[nodiscard]] Key application_key(std::string_view application);
[[nodiscard]] Key application_config_key(std::string_view application);
[[nodiscard]] Key unit_sequence_key(std::string_view application);
[[nodiscard]] Key relation_key(RelationId id);
[[nodiscard]] Key scope_key(RelationId id, std::string_view unit);
[[nodiscard]] Key bag_key(RelationId id, std::string_view owner);
/// What all bags of a relation begin with.
[[nodiscard]] Key bag_prefix(RelationId id);
[[nodiscard]] Key cleanup_key(RelationId id);
/// `f`, then the target's own key.
[[nodiscard]] Key force_key(const Force& force);
[[nodiscard]] Key key_of(const Record& record);

} // namespace orrery::store
