#include "cmd/views/explain/named.hpp"

#include "cmd/views/explain/found.hpp"
#include "cmd/views/explain/partial_reading.hpp"
#include "store/keys.hpp"
#include "store/kinds.hpp"

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

/// Reads a secret with all that is known of it. Its owner, who is a part of its key, is in each of
/// its revisions.
void read_whole_secret(PartialReading& reading, const std::string& id) {
  const auto revision = reading.first(store::secret_revision_prefix(id));
  const auto* const seen = revision ? std::get_if<store::SecretRevision>(&*revision) : nullptr;
  if (seen == nullptr)
    return;
  reading.read(store::secret_key(seen->owner, id));
  reading.read_first(store::secret_grant_prefix(id), no_limit);
  reading.read_ending(all_readers, "/" + id);
  for (const std::string& who : {std::string(), seen->owner})
    reading.read_first(store::secret_hook_prefix(who) + id + "/", no_limit);
  std::vector<store::Key> more;
  const store::Contents& contents = reading.contents();
  for (const auto& [key, consumer] : contents.secret_consumers)
    if (consumer.secret == id)
      more.push_back(store::secret_hook_key(
        {consumer.unit, id, store::SecretHookKind::Changed, 0, seen->owner, 0}));
  for (const auto& [key, grant] : contents.secret_grants)
    if (grant.secret == id && grant.in_relation)
      more.push_back(store::relation_key(grant.relation));
  for (const store::Key& key : more)
    reading.read(key);
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
    reading.read_first(store::secret_prefix(""), no_limit);
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
