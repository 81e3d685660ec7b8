#include "store/keys.hpp"

#include "store/key_parts.hpp"

namespace orrery::store {

namespace {

Key entity_key(EntityKind kind, std::uint32_t id, std::string_view name) {
  switch (kind) {
  case EntityKind::Machine:
    return machine_key(id);
  case EntityKind::Unit:
    return unit_key(name);
  case EntityKind::Application:
    return application_key(name);
  case EntityKind::Relation:
    return relation_key(id);
  }
  return {};
}

Key key_for(const Model&) {
  return model_key();
}
Key key_for(const ModelConfig&) {
  return model_config_key();
}
Key key_for(const ModelDefaults&) {
  return model_defaults_key();
}
Key key_for(const Charm& charm) {
  return charm_key(charm.url);
}
Key key_for(const Machine& machine) {
  return machine_key(machine.id);
}
Key key_for(const Unit& unit) {
  return unit_key(unit.name);
}
Key key_for(const UnitStatus& status) {
  return unit_status_key(status.unit);
}
Key key_for(const Application& application) {
  return application_key(application.name);
}
Key key_for(const ApplicationConfig& config) {
  return application_config_key(config.application);
}
Key key_for(const LeaderSettings& settings) {
  return leader_settings_key(settings.application);
}
Key key_for(const CharmState& state) {
  return charm_state_key(state.unit);
}
Key key_for(const UnitSequence& sequence) {
  return unit_sequence_key(sequence.application);
}
Key key_for(const CharmSequence& sequence) {
  return charm_sequence_key(sequence.charm);
}
Key key_for(const HostedModel& hosted) {
  return hosted_model_key(hosted.uuid);
}
Key key_for(const Relation& relation) {
  return relation_key(relation.id);
}
Key key_for(const Scope& scope) {
  return scope_key(scope.relation, scope.unit);
}
Key key_for(const Bag& bag) {
  return bag_key(bag.relation, bag.owner);
}
Key key_for(const Cleanup& cleanup) {
  return cleanup_key(cleanup.relation);
}

Key key_for(const Force& force) {
  return force_key(force);
}

Key key_for(const LifeStep& step) {
  Key key = life_prefix(step.entity);
  append_number<sequence_digits>(key, step.turn.sequence);
  return key;
}

Key key_for(const Ended& ended) {
  return ended_prefix(ended.sequence)
    .append("/")
    .append(entity_key(ended.entity.kind, ended.entity.id, ended.entity.name));
}

Key key_for(const Operation& operation) {
  return operation_key(operation.id, operation.completed != 0);
}
Key key_for(const Task& task) {
  return task_key(task.id, is_final(task.status));
}
Key key_for(const Resources& resources) {
  return resources_key(resources.owner);
}
Key key_for(const User& user) {
  return user_key(user.name);
}
Key key_for(const Grant& grant) {
  return grant_key(grant.user, grant.target);
}
Key key_for(const TaskLine& line) {
  Key key = task_line_prefix(line.task);
  append_id(key, line.number);
  return key;
}

Key key_for(const Storage& storage) {
  return storage_key(storage_id(storage));
}
Key key_for(const StorageAttachment& attachment) {
  return storage_attachment_key(attachment.storage, attachment.unit);
}
Key key_for(const Secret& secret) {
  return secret_key(secret.owner, secret.id);
}
Key key_for(const SecretRevision& revision) {
  return secret_revision_key(revision.secret, revision.number);
}
Key key_for(const SecretConsumer& consumer) {
  return secret_consumer_prefix(consumer.unit).append(consumer.secret);
}
Key key_for(const SecretGrant& grant) {
  Key key = secret_grant_prefix(grant.secret);
  append_owner(key, grant.subject);
  return key;
}
Key key_for(const SecretHook& hook) {
  return secret_hook_key(hook);
}

} // namespace

Key model_key() {
  return "m";
}
Key model_defaults_key() {
  return "n";
}

Key model_config_key() {
  return "g";
}
Key charm_key(std::string_view url) {
  return name_key('c', url);
}
Key machine_key(MachineId id) {
  return id_key('h', id);
}
Key unit_key(std::string_view unit) {
  return owner_key('u', unit);
}
Key unit_status_key(std::string_view unit) {
  return owner_key('s', unit);
}
Key charm_state_key(std::string_view unit) {
  return owner_key('k', unit);
}
Key storage_key(std::string_view storage) {
  return owner_key('d', storage);
}
Key storage_attachment_key(std::string_view storage, std::string_view unit) {
  Key key = owner_key('D', storage);
  key += '/';
  append_owner(key, unit);
  return key;
}
Key application_key(std::string_view application) {
  return name_key('a', application);
}
Key application_config_key(std::string_view application) {
  return name_key('o', application);
}
Key leader_settings_key(std::string_view application) {
  return name_key('l', application);
}
Key unit_sequence_key(std::string_view application) {
  return name_key('q', application);
}
Key charm_sequence_key(std::string_view charm) {
  return name_key('v', charm);
}
Key hosted_model_key(std::string_view uuid) {
  return name_key('j', uuid);
}
Key relation_key(RelationId id) {
  return id_key('r', id);
}
Key scope_key(RelationId id, std::string_view unit) {
  return member_key('e', id, unit);
}
Key bag_key(RelationId id, std::string_view owner) {
  return member_key('b', id, owner);
}

Key bag_prefix(RelationId id) {
  Key key = id_key('b', id);
  key += '/';
  return key;
}

Key resources_key(std::string_view owner) {
  return owner_key('R', owner);
}

Key cleanup_key(RelationId id) {
  return id_key('x', id);
}

Key user_key(std::string_view user) {
  return name_key('i', user);
}

Key grant_key(std::string_view user, std::string_view target) {
  return name_key('w', user).append("/").append(target);
}

Key force_key(const Force& force) {
  return Key("f").append(entity_key(force.target, force.id, force.name));
}

Key force_key(const EntityRef& target) {
  return Key("f").append(entity_key(target.kind, target.id, target.name));
}

Key life_prefix(const EntityRef& entity) {
  return Key(1, history_letter).append(entity_key(entity.kind, entity.id, entity.name)).append("/");
}

namespace {

/// The key of a record that is there, or, behind history's letter, of one that is over.
Key past_key(char letter, std::uint32_t id, bool ended) {
  Key key = key_with(ended ? history_letter : letter, 2 + id_digits);
  if (ended)
    key += letter;
  append_id(key, id);
  return key;
}

} // namespace

Key operation_key(TaskId id, bool ended) {
  return past_key('p', id, ended);
}

Key task_key(TaskId id, bool ended) {
  return past_key('t', id, ended);
}

Key task_line_prefix(TaskId id) {
  return past_key('w', id, true).append("/");
}

Key ended_prefix(std::uint64_t sequence) {
  Key key = key_with('z', 1 + sequence_digits);
  append_number<sequence_digits>(key, sequence);
  return key;
}

Key key_of(const Record& record) {
  return std::visit([](const auto& held) { return key_for(held); }, record);
}

} // namespace orrery::store
