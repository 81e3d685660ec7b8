#include "store/erasure.hpp"

namespace orrery::store {

namespace {

/// Takes a record out of where it belongs.
struct Erase {
  Contents& contents;

  void operator()(const Model&) const {}
  void operator()(const ModelConfig&) const { contents.model_config = {}; }
  void operator()(const ModelDefaults&) const { contents.model_defaults = {}; }
  void operator()(const Charm& r) const { contents.charms.erase(r.url); }
  void operator()(const Machine& r) const { contents.machines.erase(r.id); }
  void operator()(const Unit& r) const { contents.units.erase(r.name); }
  void operator()(const UnitStatus& r) const { contents.statuses.erase(r.unit); }
  void operator()(const Application& r) const { contents.applications.erase(r.name); }
  void operator()(const ApplicationConfig& r) const { contents.configs.erase(r.application); }
  void operator()(const LeaderSettings& r) const { contents.leader_settings.erase(r.application); }
  void operator()(const CharmState& r) const { contents.charm_states.erase(r.unit); }
  void operator()(const UnitSequence& r) const { contents.sequences.erase(r.application); }
  void operator()(const CharmSequence& r) const { contents.charm_sequences.erase(r.charm); }
  void operator()(const HostedModel& r) const { contents.hosted_models.erase(r.uuid); }
  void operator()(const Relation& r) const { contents.relations.erase(r.id); }
  void operator()(const Scope& r) const { contents.scopes.erase({r.relation, r.unit}); }
  void operator()(const Bag& r) const { contents.bags.erase({r.relation, r.owner}); }
  void operator()(const Cleanup& r) const { contents.cleanups.erase(r.relation); }
  void operator()(const Force& r) const { contents.forces.erase(force_key(r)); }
  void operator()(const Operation& r) const { contents.operations.erase(r.id); }
  void operator()(const Task& r) const { contents.tasks.erase(r.id); }
  void operator()(const Storage& r) const { contents.storages.erase(storage_id(r)); }
  void operator()(const StorageAttachment& r) const { contents.attachments.erase(r.storage); }
  void operator()(const Resources& r) const { contents.resources.erase(r.owner); }
  void operator()(const User& r) const { contents.users.erase(r.name); }
  void operator()(const Grant& r) const { contents.grants.erase({r.user, r.target}); }
  void operator()(const Secret& r) const { contents.secrets.erase(r.id); }
  void operator()(const SecretConsumer& r) const {
    contents.secret_consumers.erase({r.unit, r.secret});
  }
  void operator()(const SecretGrant& r) const {
    contents.secret_grants.erase({r.secret, r.subject});
  }
  void operator()(const SecretHook& r) const { contents.secret_hooks.erase(secret_hook_key(r)); }
  void operator()(const SecretRevision&) const {}
  void operator()(const TaskLine&) const {} // no part of the contents, as what follows
  void operator()(const LifeStep&) const {}
  void operator()(const Ended&) const {}
};

} // namespace

void erase(Contents& contents, const Record& record) {
  std::visit(Erase{contents}, record);
}

} // namespace orrery::store
