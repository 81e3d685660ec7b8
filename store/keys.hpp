#pragma once

#include "store/records.hpp"

#include <string>

/// Keys of the model's database: one class letter, then names; ids have 10 digits so that they
/// sort.
///
///     key      = "!" meta | "m" | "g" | "n" | "c" charm-url | "h" id | "u" unit | "s" unit
///              | "k" unit | "a" application | "o" application | "l" application | "q" application
///              | "v" charm | "f" entity | "r" id | "e" id "/" unit | "b" id "/" owner | "x" id
///              | "j" uuid | "p" id | "t" id | "yp" id | "yt" id | "yw" id "/" id
///              | "d" storage | "D" storage "/" unit | "R" owner | "i" user | "w" user "/" target
///              | "S" [application] "/" secret | "T" secret "/" id | "U" unit "/" secret
///              | "W" secret "/" owner | "X" [owner] ":" secret "/" kind ["/" id]
///              | "y" entity "/" sequence | "z" sequence "/" entity
///     meta     = "schema" | "sequence"
///     entity   = "h" id | "u" unit | "a" application | "r" id
///     kind     = "0" | "1" | "2" | "3"
///     id       = 10 digits
///     sequence = 20 digits
///     unit     = application "/" id
///     storage  = name "/" id
///     owner    = application ["/" id]
///
/// m model · g its configuration · n what models to come begin with · c charm · h machine (host) ·
/// u unit · s unit status · k what its hooks keep · a application · o its options · l its leader's
/// settings · q unit sequence · v a charm's revisions · r relation · e scope (entered) · b bag · x
/// cleanup · f force, then the key of its target · j model of the process · p operation and t task
/// that have not ended; yp, yt: that have · yw a task's log, by line · d storage instance · D its
/// attachment · R resources, an application's or a unit's · i user · w a user's right on a model or
/// on the controller · S secret, by its owner's application · T a revision's content · U consumer
/// of a secret · W grant of one · X hook that one asks for, by who runs it · y life step, by entity
/// · z ended, by transaction. What comes from "y" on is history: it is as long as the model is old,
/// and only read where asked for.
namespace orrery::store {

using Key = std::string;

[[nodiscard]] Key model_key();
[[nodiscard]] Key model_config_key();
[[nodiscard]] Key model_defaults_key();
[[nodiscard]] Key charm_key(std::string_view url);
[[nodiscard]] Key machine_key(MachineId id);
[[nodiscard]] Key unit_key(std::string_view unit);
[[nodiscard]] Key unit_status_key(std::string_view unit);
[[nodiscard]] Key charm_state_key(std::string_view unit);
[[nodiscard]] Key application_key(std::string_view application);
[[nodiscard]] Key application_config_key(std::string_view application);
[[nodiscard]] Key leader_settings_key(std::string_view application);
[[nodiscard]] Key unit_sequence_key(std::string_view application);
[[nodiscard]] Key charm_sequence_key(std::string_view charm);
[[nodiscard]] Key hosted_model_key(std::string_view uuid);
[[nodiscard]] Key relation_key(RelationId id);
[[nodiscard]] Key scope_key(RelationId id, std::string_view unit);
[[nodiscard]] Key bag_key(RelationId id, std::string_view owner);
/// Returns the prefix of the keys of all bags of a relation.
[[nodiscard]] Key bag_prefix(RelationId id);
[[nodiscard]] Key resources_key(std::string_view owner);
[[nodiscard]] Key cleanup_key(RelationId id);
[[nodiscard]] Key user_key(std::string_view user);
[[nodiscard]] Key grant_key(std::string_view user, std::string_view target);
/// `f`, then the target's own key.
[[nodiscard]] Key force_key(const Force& force);
[[nodiscard]] Key force_key(const EntityRef& target);
[[nodiscard]] Key storage_key(std::string_view storage);
[[nodiscard]] Key storage_attachment_key(std::string_view storage, std::string_view unit);
/// Where history begins: no record of what exists lies behind.
inline constexpr char history_letter = 'y';
/// Returns the prefix of the keys of all steps of an entity's life. `id` counts for machines and
/// relations, `name` for the others.
[[nodiscard]] Key life_prefix(const EntityRef& entity);
/// `z`, then the number: by them in the order of the transactions.
[[nodiscard]] Key ended_prefix(std::uint64_t sequence);
/// Two keys: while it has not ended, and from then on.
[[nodiscard]] Key operation_key(TaskId id, bool ended);
[[nodiscard]] Key task_key(TaskId id, bool ended);
/// All lines of a task begin with this.
[[nodiscard]] Key task_line_prefix(TaskId id);
/// All operations that have ended begin with this.
inline constexpr std::string_view ended_operations = "yp";
/// All secrets of an application and its units begin with this; of users with that of the empty
/// name.
[[nodiscard]] Key secret_prefix(std::string_view application);
[[nodiscard]] Key secret_key(std::string_view owner, std::string_view id);
/// All revisions of a secret begin with this.
[[nodiscard]] Key secret_revision_prefix(std::string_view id);
[[nodiscard]] Key secret_revision_key(std::string_view id, std::uint32_t number);
/// All secrets that a unit has read begin with this.
[[nodiscard]] Key secret_consumer_prefix(std::string_view unit);
/// All grants of a secret begin with this.
[[nodiscard]] Key secret_grant_prefix(std::string_view id);
/// All hooks that secrets ask a unit, or the leader of an application, for begin with this; of the
/// empty name those that nobody runs just now.
[[nodiscard]] Key secret_hook_prefix(std::string_view who);
/// Each revision has a key of its own, where hooks are about one; else there is one a secret.
[[nodiscard]] Key secret_hook_key(const SecretHook& hook);
[[nodiscard]] Key key_of(const Record& record);

} // namespace orrery::store
