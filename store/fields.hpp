#pragma once

#include "store/hosted_fields.hpp"
#include "store/operation_fields.hpp"
#include "store/records.hpp"
#include "store/resource_fields.hpp"
#include "store/secret_fields.hpp"
#include "store/some.hpp"
#include "store/storage_fields.hpp"
#include "store/user_fields.hpp"

/// The fields of every record and of its parts, once, in the order in which they lie on disk.
///
/// `fields(record, visit)` calls `visit(name, value)` for each. The structured bindings make a
/// record with a field more or less not compile until it is mended here. The order is the disk's:
/// new fields go last, with a new layout version.
///
/// A counter, whose values stand for something for good, is a whole number whose field's name
/// begins with `next` or ends with `version`: by that name it takes part in the jump of a restore
/// (store/epoch.hpp).
namespace orrery::store {

/// The version of a record's layout that this program writes; it reads all up to it.
template <typename Of>
inline constexpr std::uint8_t newest_layout = 1;
template <>
inline constexpr std::uint8_t newest_layout<Machine> = 3; // keep_data; constraints
template <>
inline constexpr std::uint8_t newest_layout<Model> = 4; // next_named; next_task; life, next_storage
template <>
inline constexpr std::uint8_t newest_layout<Relation> = 2; // status
template <>
inline constexpr std::uint8_t newest_layout<Bag> = 2; // container
template <>
inline constexpr std::uint8_t newest_layout<Charm> =
  6; // extra bindings; actions; version; source; storage, resources
template <>
inline constexpr std::uint8_t newest_layout<UnitStatus> =
  2; // ports' endpoints; programs that ended
template <>
inline constexpr std::uint8_t newest_layout<Application> =
  5; // trusted; older charms; constraints; storage, charm changes
template <>
inline constexpr std::uint8_t newest_layout<ModelConfig> = 2; // constraints
template <>
inline constexpr std::uint8_t newest_layout<Unit> = 3; // skipped_upgrade; charm changes
template <>
inline constexpr std::uint8_t newest_layout<Secret> = 2; // told_to

// clang-format off
void fields(Some<Status> auto& status, auto& visit) {
  auto& [value, message, since] = status;
  visit("value", value); visit("message", message); visit("since", since);
}

void fields(Some<Turn> auto& turn, auto& visit) {
  auto& [since, cause, sequence] = turn;
  visit("since", since); visit("cause", cause); visit("sequence", sequence);
}

void fields(Some<CharmEndpoint> auto& endpoint, auto& visit) {
  auto& [name, interface, role, scope, limit] = endpoint;
  visit("name", name); visit("interface", interface); visit("role", role); visit("scope", scope);
  visit("limit", limit);
}

void fields(Some<CharmOption> auto& option, auto& visit) {
  auto& [type, description, has_default, default_value] = option;
  visit("type", type); visit("description", description); visit("has_default", has_default);
  visit("default_value", default_value);
}

void fields(Some<CharmAction> auto& action, auto& visit) {
  auto& [description, parallel, execution_group, schema] = action;
  visit("description", description); visit("parallel", parallel);
  visit("execution_group", execution_group); visit("schema", schema);
}

void fields(Some<CharmResource> auto& resource, auto& visit) {
  auto& [filename, description] = resource;
  visit("filename", filename); visit("description", description);
}

void fields(Some<Charm> auto& charm, auto& visit) {
  auto& [url, name, revision, summary, directory, subordinate, endpoints, options,
         extra_bindings, actions, version, source, storage, resources] = charm;
  visit("url", url); visit("name", name); visit("revision", revision); visit("summary", summary);
  visit("directory", directory); visit("subordinate", subordinate); visit("endpoints", endpoints);
  visit("options", options);
  if (meets(2, visit))
    visit("extra_bindings", extra_bindings);
  if (meets(3, visit))
    visit("actions", actions);
  if (meets(4, visit))
    visit("version", version);
  if (meets(5, visit))
    visit("source", source);
  if (meets(6, visit)) {
    visit("storage", storage); visit("resources", resources);
  }
}

void fields(Some<Model> auto& model, auto& visit) {
  auto& [name, uuid, next_machine, next_relation, next_application, created, next_named,
         next_task, life, next_storage] = model;
  visit("name", name); visit("uuid", uuid); visit("next_machine", next_machine);
  visit("next_relation", next_relation); visit("next_application", next_application);
  visit("created", created);
  if (meets(2, visit))
    visit("next_named", next_named);
  if (meets(3, visit))
    visit("next_task", next_task);
  if (meets(4, visit)) {
    visit("life", life); visit("next_storage", next_storage);
  }
}

void fields(Some<ModelConfig> auto& config, auto& visit) {
  auto& [values, constraints] = config;
  visit("values", values);
  if (meets(2, visit))
    visit("constraints", constraints);
}

void fields(Some<ModelDefaults> auto& defaults, auto& visit) {
  auto& [values] = defaults;
  visit("values", values);
}

void fields(Some<Machine> auto& machine, auto& visit) {
  auto& [id, life, turn, manage_model, host_units, draining, instance, address, status,
         keep_data, constraints] = machine;
  visit("id", id); visit("life", life); visit("turn", turn); visit("manage_model", manage_model);
  visit("host_units", host_units); visit("draining", draining); visit("instance", instance);
  visit("address", address); visit("status", status);
  if (meets(2, visit))
    visit("keep_data", keep_data);
  if (meets(3, visit))
    visit("constraints", constraints);
}

void fields(Some<Unit> auto& unit, auto& visit) {
  auto& [name, application, life, charm_changes, turn, assigned, resolved, skip_failed_hooks,
         machine, principal, charm, skipped_upgrade] = unit;
  visit("name", name); visit("application", application); visit("life", life); visit("turn", turn);
  visit("assigned", assigned); visit("machine", machine); visit("principal", principal);
  visit("resolved", resolved); visit("charm", charm); visit("skip_failed_hooks", skip_failed_hooks);
  if (meets(2, visit))
    visit("skipped_upgrade", skipped_upgrade);
  if (meets(3, visit)) visit("charm_changes", charm_changes);
}

void fields(Some<HookError> auto& error, auto& visit) {
  auto& [hook, relation, in_relation, remote_unit, attempt, attempts_max, next_at, stderr_tail,
         program_ended] = error;
  visit("hook", hook); visit("relation", relation); visit("in_relation", in_relation);
  visit("remote_unit", remote_unit); visit("attempt", attempt); visit("attempts_max", attempts_max);
  visit("next_at", next_at); visit("stderr_tail", stderr_tail);
  if (meets(2, visit)) // of UnitStatus, whose part it is
    visit("program_ended", program_ended);
}

void fields(Some<Port> auto& port, auto& visit) {
  auto& [protocol, from, to, endpoint] = port;
  visit("protocol", protocol); visit("from", from); visit("to", to);
  if (meets(2, visit)) // of UnitStatus, whose part it is
    visit("endpoint", endpoint);
}

void fields(Some<UnitStatus> auto& status, auto& visit) {
  auto& [unit, workload, agent, workflow, error, last_seen, version, ports] = status;
  visit("unit", unit); visit("workload", workload); visit("agent", agent);
  visit("workflow", workflow); visit("error", error); visit("last_seen", last_seen);
  visit("version", version); visit("ports", ports);
}

void fields(Some<Application> auto& application, auto& visit) {
  auto& [name, uid, life, turn, charm, subordinate, unit_count, relation_count, next_unit, leader,
         config_version, status, version, exposed, skip_failed_hooks, trusted,
         force_units, older_charms, constraints, storage, destroy_storage,
         charm_changes] = application;
  visit("name", name); visit("uid", uid); visit("life", life); visit("turn", turn);
  visit("charm", charm); visit("subordinate", subordinate); visit("unit_count", unit_count);
  visit("relation_count", relation_count); visit("next_unit", next_unit); visit("leader", leader);
  visit("config_version", config_version); visit("status", status); visit("version", version);
  visit("exposed", exposed); visit("skip_failed_hooks", skip_failed_hooks);
  if (meets(2, visit))
    visit("trusted", trusted);
  if (meets(3, visit)) {
    visit("force_units", force_units); visit("older_charms", older_charms);
  }
  if (meets(4, visit))
    visit("constraints", constraints);
  if (meets(5, visit)) {
    visit("storage", storage); visit("destroy_storage", destroy_storage);
    visit("charm_changes", charm_changes);
  }
}

void fields(Some<ApplicationConfig> auto& config, auto& visit) {
  auto& [application, values] = config;
  visit("application", application); visit("values", values);
}

void fields(Some<LeaderSettings> auto& settings, auto& visit) {
  auto& [application, version, values] = settings;
  visit("application", application); visit("version", version); visit("values", values);
}

void fields(Some<CharmState> auto& state, auto& visit) {
  auto& [unit, values] = state;
  visit("unit", unit); visit("values", values);
}

void fields(Some<UnitSequence> auto& sequence, auto& visit) {
  auto& [application, next] = sequence;
  visit("application", application); visit("next", next);
}

void fields(Some<CharmSequence> auto& sequence, auto& visit) {
  auto& [charm, next] = sequence;
  visit("charm", charm); visit("next", next);
}

void fields(Some<RelationEnd> auto& end, auto& visit) {
  auto& [application, endpoint, role] = end;
  visit("application", application); visit("endpoint", endpoint); visit("role", role);
}

void fields(Some<Relation> auto& relation, auto& visit) {
  auto& [id, key, interface, scope, ends, life, turn, unit_count, skip_failed_hooks,
         status] = relation;
  visit("id", id); visit("key", key); visit("interface", interface); visit("scope", scope);
  visit("ends", ends); visit("life", life); visit("turn", turn); visit("unit_count", unit_count);
  visit("skip_failed_hooks", skip_failed_hooks);
  if (meets(2, visit))
    visit("status", status);
}

void fields(Some<Scope> auto& scope, auto& visit) {
  auto& [relation, unit, role, container, departing] = scope;
  visit("relation", relation); visit("unit", unit); visit("role", role);
  visit("container", container); visit("departing", departing);
}

void fields(Some<Bag> auto& bag, auto& visit) {
  auto& [relation, owner, version, values, container] = bag;
  visit("relation", relation); visit("owner", owner); visit("version", version);
  visit("values", values);
  if (meets(2, visit))
    visit("container", container);
}

void fields(Some<Cleanup> auto& cleanup, auto& visit) {
  auto& [relation, since] = cleanup;
  visit("relation", relation); visit("since", since);
}

void fields(Some<Force> auto& force, auto& visit) {
  auto& [target, id, name, since, due] = force;
  visit("target", target); visit("id", id); visit("name", name); visit("since", since);
  visit("due", due);
}

void fields(Some<LifeStep> auto& step, auto& visit) {
  auto& [entity, life, removed, turn] = step;
  auto& [kind, id, name] = entity;
  visit("kind", kind); visit("id", id); visit("name", name); visit("life", life);
  visit("removed", removed); visit("turn", turn);
}

void fields(Some<Ended> auto& ended, auto& visit) {
  auto& [sequence, entity] = ended;
  auto& [kind, id, name] = entity;
  visit("sequence", sequence); visit("kind", kind); visit("id", id); visit("name", name);
}
// clang-format on

} // namespace orrery::store
