#include "cmd/views/explain/named.hpp"

#include "cmd/views/explain/found.hpp"
#include "cmd/views/explain/partial_reading.hpp"
#include "store/keys.hpp"
#include "store/kinds.hpp"

#include <optional>

namespace orrery::explain {
namespace {

void read_application(PartialReading& reading, const std::string& name, bool with_units) {
  reading.read(store::application_key(name));
  reading.read(store::unit_sequence_key(name));
  const auto& applications = reading.contents().applications;
  const auto found = applications.find(name);
  if (found == applications.end())
    return;
  reading.read(store::charm_key(found->second.charm));
  for (const auto& [url, units] : found->second.older_charms)
    reading.read(store::charm_key(url));
  reading.read(store::application_config_key(name));
  reading.read(store::resources_key(name));
  if (with_units)
    reading.read_first(store::resources_key(name + "/"), no_limit);
  if (with_units)
    reading.read_first(store::unit_key(name + "/"), no_limit);
}

void read_state(PartialReading& reading, const store::Unit& unit) {
  reading.read(store::unit_status_key(unit.name));
  if (unit.assigned)
    reading.read(store::machine_key(unit.machine));
  const auto status = reading.contents().statuses.find(unit.name);
  if (status != reading.contents().statuses.end() && status->second.error.in_relation)
    reading.read(store::relation_key(status->second.error.relation));
}

void read_storage(PartialReading& reading, const std::string& id) {
  reading.read(store::storage_key(id));
  const auto& storages = reading.contents().storages;
  if (const auto found = storages.find(id); found != storages.end() && !found->second.unit.empty())
    reading.read(store::storage_attachment_key(id, found->second.unit));
}

/// Reads a secret by its owners that may be: an owner is part of its key.
void read_secret(PartialReading& reading, const Named& named, const std::string& id) {
  reading.read(store::secret_key("", id));
  for (const std::string& application : named.applications)
    reading.read(store::secret_key(application, id));
  reading.read_first(store::secret_grant_prefix(id), no_limit);
}

/// Readers of all secrets begin with this, and each of their keys ends in the secret's id
/// (store/keys.hpp).
constexpr std::string_view all_readers = "U";

/// Reads a secret, its grants, and the relations of those.
/// @returns its owner, who is a part of its key and in each of its revisions; nothing if there is
/// no such secret
std::optional<std::string> read_shown_secret(PartialReading& reading, const std::string& id) {
  const auto revision = reading.first(store::secret_revision_prefix(id));
  const auto* const seen = revision ? std::get_if<store::SecretRevision>(&*revision) : nullptr;
  if (seen == nullptr)
    return std::nullopt;
  reading.read(store::secret_key(seen->owner, id));
  reading.read_first(store::secret_grant_prefix(id), no_limit);
  std::vector<store::Key> relations;
  const auto& grants = reading.contents().secret_grants;
  for (auto at = grants.lower_bound({id, {}}); at != grants.end() && at->first.first == id; ++at)
    if (at->second.in_relation)
      relations.push_back(store::relation_key(at->second.relation));
  for (const store::Key& key : relations)
    reading.read(key);
  return seen->owner;
}

/// Reads a secret with all that is known of it.
void read_whole_secret(PartialReading& reading, const std::string& id) {
  const auto owner = read_shown_secret(reading, id);
  if (!owner)
    return;
  reading.read_ending(all_readers, "/" + id);
  for (const std::string& who : {std::string(), *owner})
    reading.read_first(store::secret_hook_prefix(who) + id + "/", no_limit);
  std::vector<store::Key> hooks;
  for (const auto& [key, consumer] : reading.contents().secret_consumers)
    if (consumer.secret == id)
      hooks.push_back(
        store::secret_hook_key({consumer.unit, id, store::SecretHookKind::Changed, 0, *owner, 0}));
  for (const store::Key& key : hooks)
    reading.read(key);
}

/// Reads the secrets of one owner: of an application none of its units', nor the other way round.
void read_secrets_of(PartialReading& reading, const std::string& owner) {
  reading.read_wanted(store::secret_prefix(store::owning_application(owner)), no_limit,
                      [&](const store::Record& record) {
                        const auto* const secret = std::get_if<store::Secret>(&record);
                        return secret != nullptr && secret->owner == owner;
                      });
}

} // namespace

tl::expected<store::Contents, store::StoreError> read_named(const store::Snapshot& snapshot,
                                                            const Named& named) {
  PartialReading reading(snapshot);
  reading.read(store::model_key());
  for (const std::string& name : named.applications)
    read_application(reading, name, named.with_units);
  for (const std::string& name : named.units) {
    reading.read(store::unit_key(name));
    reading.read(store::unit_status_key(name));
    reading.read(store::resources_key(name));
  }
  if (named.with_states)
    for (const auto& [name, unit] : reading.contents().units)
      read_state(reading, unit);
  for (const store::MachineId id : named.machines)
    reading.read(store::machine_key(id));
  for (const std::string& id : named.storages)
    read_storage(reading, id);
  for (const std::string& id : named.secrets)
    read_secret(reading, named, id);
  if (named.with_users_secrets)
    read_secrets_of(reading, {});
  for (const std::string& owner : named.secrets_of)
    read_secrets_of(reading, owner);
  for (const std::string& id : named.shown_secrets)
    (void)read_shown_secret(reading, id);
  for (const std::string& id : named.whole_secrets)
    read_whole_secret(reading, id);
  if (!named.charm.empty()) {
    reading.read(store::charm_sequence_key(named.charm));
    reading.read_first(store::charm_key("local:" + named.charm + "-"), no_limit);
  }
  if (reading.fault())
    return tl::unexpected(*reading.fault());
  store::Contents contents = reading.take();
  if (!named.kinds.empty())
    if (const auto read = store::read_kinds(contents, snapshot, named.kinds); !read)
      return tl::unexpected(read.error());
  return contents;
}

} // namespace orrery::explain
