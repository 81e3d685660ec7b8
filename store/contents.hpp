#pragma once

#include "store/database.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orrery::store {

/// Every record of a model, decoded and indexed; what status, check and recovery read.
struct Contents {
  std::uint64_t sequence = 0;
  Model model;
  ModelConfig model_config;
  ModelDefaults model_defaults; ///< Of models to come; in the first model's store.
  std::map<std::string, Charm> charms;
  std::map<MachineId, Machine> machines;
  std::map<std::string, Unit> units;          ///< By name, in key order.
  std::map<std::string, UnitStatus> statuses; ///< By unit.
  std::map<std::string, Application> applications;
  std::map<std::string, ApplicationConfig> configs;
  std::map<std::string, LeaderSettings> leader_settings;
  std::map<std::string, CharmState> charm_states; ///< By unit; of those whose hooks keep something.
  std::map<std::string, UnitSequence> sequences;
  std::map<std::string, CharmSequence> charm_sequences; ///< By Charm::name.
  std::map<std::string, HostedModel> hosted_models;     ///< By UUID; of a process's first model.
  std::map<RelationId, Relation> relations;
  std::map<std::pair<RelationId, std::string>, Scope> scopes;
  std::map<std::pair<RelationId, std::string>, Bag> bags;
  std::map<RelationId, Cleanup> cleanups;
  std::map<Key, Force> forces;                          ///< By their own key.
  std::map<TaskId, Operation> operations;               ///< That have not ended.
  std::map<TaskId, Task> tasks;                         ///< That have not ended.
  std::map<std::string, Storage> storages;              ///< By id: `data/0`.
  std::map<std::string, StorageAttachment> attachments; ///< By the storage's id.
  std::map<std::string, Resources> resources;           ///< By application or unit.
  std::map<std::string, User> users; ///< In the first model's store only, as grants.
  std::map<std::pair<std::string, std::string>, Grant> grants; ///< By user and target.
  std::map<std::string, Secret> secrets; ///< By id; their contents are read where asked for.
  std::map<std::pair<std::string, std::string>, SecretConsumer>
    secret_consumers; ///< By unit and secret.
  std::map<std::pair<std::string, std::string>, SecretGrant>
    secret_grants;                        ///< By secret and subject.
  std::map<Key, SecretHook> secret_hooks; ///< By their own key.
};

/// Reads everything but the history from a snapshot. A record that cannot be decoded is an error
/// that names its key.
[[nodiscard]] tl::expected<Contents, StoreError> read_contents(const Snapshot& snapshot);
/// Reads all on two threads at once, each of which fills maps of its own: for a start, when nothing
/// else runs.
[[nodiscard]] tl::expected<Contents, StoreError> read_contents_in_halves(const Snapshot& snapshot);
/// Puts one record where it belongs; one of the history nowhere.
void insert(Contents& contents, Record record);

} // namespace orrery::store
