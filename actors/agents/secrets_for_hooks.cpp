#include "actors/agents/secrets_for_hooks.hpp"

#include "actors/agents/stored_records.hpp"
#include "actors/rules/secrets.hpp"
#include "store/keys.hpp"

#include <set>
#include <stdexcept>

namespace orrery::agents {

namespace {

constexpr const char* no_secrets_here = "secrets cannot be read here";

/// Returns whose a secret is: each of its revisions says so.
std::optional<std::string> owner_of(StoredRecords& records, const std::string& id) {
  const auto revision = records.first<store::SecretRevision>(store::secret_revision_prefix(id));
  return revision ? std::optional(revision->owner) : std::nullopt;
}

/// Returns all that a hook is told of a secret, but for its contents.
/// @param with_grants all grants, which a read does not need
hooks::SecretSight sight_of(StoredRecords& records,
                            const hooks::HookSight& hook,
                            store::Secret record,
                            bool with_grants) {
  hooks::SecretSight seen;
  seen.record = std::move(record);
  const std::string& id = seen.record.id;
  if (with_grants)
    records.each<store::SecretGrant>(
      store::secret_grant_prefix(id),
      [&](const store::SecretGrant& grant) { seen.grants[grant.subject] = grant; });
  seen.consumer =
    records.get<store::SecretConsumer>(store::secret_consumer_prefix(hook.unit).append(id));
  seen.may_read =
    rules::may_read_secret(seen.record.owner, hook.unit, [&](const std::string& subject) {
      store::SecretGrant grant;
      grant.secret = id;
      grant.subject = subject;
      return records.get<store::SecretGrant>(store::key_of(grant)).has_value();
    });
  seen.manages = rules::manages_secrets(seen.record.owner, hook.unit, hook.leader);
  return seen;
}

/// The first of them that is there: a unit may still call a secret so that is gone.
std::optional<store::Secret> first_there(StoredRecords& records,
                                         const std::vector<protocol::SecretName>& named) {
  for (const protocol::SecretName& one : named)
    if (auto found = records.get<store::Secret>(store::secret_key(one.owner, one.id)))
      return found;
  return std::nullopt;
}

/// Says whose a label is already, if it is another secret's (SE29).
std::string taken_by(const std::optional<store::Secret>& present,
                     const hooks::HookSight& hook,
                     const hooks::NeedSecret& needed) {
  if (!present || present->id == needed.text)
    return {};
  const bool of_application = present->owner == hook.application;
  return "secret label \"" + needed.new_label + "\" for " + (of_application ? "" : "a unit of ")
         + "application \"" + hook.application + "\" already exists";
}

/// Returns those that the unit manages, without what is of them.
std::vector<hooks::SecretSight> managed_among(const std::vector<protocol::SecretName>& named,
                                              const hooks::HookSight& hook) {
  std::vector<hooks::SecretSight> managed;
  for (const protocol::SecretName& one : named)
    if (rules::manages_secrets(one.owner, hook.unit, hook.leader)) {
      hooks::SecretSight& seen = managed.emplace_back();
      seen.record.id = one.id;
      seen.record.owner = one.owner;
      seen.may_read = seen.manages = true;
    }
  return managed;
}

std::string
open_contents(StoredRecords& records, store::SecretVault& vault, hooks::SecretSight& seen) {
  std::set<std::uint32_t> wanted{store::latest_revision(seen.record)};
  if (seen.consumer)
    wanted.insert(seen.consumer->revision);
  for (const std::uint32_t number : wanted) {
    const auto revision =
      records.get<store::SecretRevision>(store::secret_revision_key(seen.record.id, number));
    if (!revision)
      continue;
    const auto content = vault.open(seen.record.id, revision->sealed);
    if (!content)
      return content.error();
    seen.contents[number] = config::parse_secret_text(*content);
  }
  return {};
}

} // namespace

std::string read_secret(const store::Database* model,
                        store::SecretVault* vault,
                        const hooks::HookSight& sight,
                        const hooks::NeedSecret& needed,
                        const std::vector<protocol::SecretName>& named,
                        hooks::SecretState& state) {
  using What = hooks::NeedSecret::What;
  if (model == nullptr || vault == nullptr)
    return no_secrets_here;
  if (needed.what == What::NewId) {
    state.new_id = vault->new_id();
    return state.new_id.empty() ? "there is no source of random bytes" : "";
  }
  if (needed.what == What::Managed) {
    state.managed = managed_among(named, sight);
    return {};
  }
  const auto snapshot = model->snapshot();
  StoredRecords records(*snapshot);
  std::optional<store::Secret> record;
  if (needed.what == What::ByLabel)
    record = first_there(records, named);
  else if (const auto owner = owner_of(records, needed.text))
    record = records.get<store::Secret>(store::secret_key(*owner, needed.text));
  state.looked = true;
  if (!record)
    return records.fault();
  state.found = sight_of(records, sight, std::move(*record), !needed.with_contents);
  if (!needed.new_label.empty())
    state.taken_by = taken_by(first_there(records, named), sight, needed);
  if (needed.with_contents && state.found->may_read)
    if (std::string fault = open_contents(records, *vault, *state.found); !fault.empty())
      return fault;
  return records.fault();
}

std::string seal_secrets(store::SecretVault* vault, hooks::SecretState& state) {
  state.forget_answers();
  state.files.clear();
  const auto pending = std::exchange(state.pending, {});
  state.pending_bytes = 0;
  state.pending_removals = 0;
  if (!pending.empty() && vault == nullptr)
    return no_secrets_here;
  for (const auto& [id, secret] : pending) {
    protocol::SecretChange change = secret.change;
    if (secret.content) {
      auto sealed = vault->seal(id, config::secret_text(*secret.content));
      if (!sealed)
        return sealed.error();
      change.value = {std::move(sealed->bytes), std::move(sealed->fingerprint)};
    }
    state.sealed[id] = std::move(change);
  }
  return {};
}

namespace {

/// SE31: the owner's own label within its application, and never elsewhere.
std::string
label_for(StoredRecords& records, const std::string& unit, const store::SecretHook& hook) {
  const bool is_own = hook.owner == unit || hook.owner == store::owning_application(unit);
  if (!is_own) {
    const auto consumer =
      records.get<store::SecretConsumer>(store::secret_consumer_prefix(unit).append(hook.secret));
    return consumer ? consumer->label : "";
  }
  const auto secret = records.get<store::Secret>(store::secret_key(hook.owner, hook.secret));
  return secret ? secret->label : "";
}

} // namespace

std::vector<protocol::SecretHookSeen>
read_secret_hooks(const store::Database* model, const std::string& unit, bool leads) {
  std::vector<protocol::SecretHookSeen> seen;
  if (model == nullptr)
    return seen;
  const auto snapshot = model->snapshot();
  StoredRecords records(*snapshot);
  const auto take = [&](const store::SecretHook& hook) { seen.push_back({hook, {}}); };
  records.each<store::SecretHook>(store::secret_hook_prefix(unit), take);
  if (leads)
    records.each<store::SecretHook>(store::secret_hook_prefix(store::owning_application(unit)),
                                    take);
  for (protocol::SecretHookSeen& one : seen)
    one.label = label_for(records, unit, one.hook);
  if (!records.fault().empty())
    throw std::runtime_error(records.fault());
  return seen;
}

} // namespace orrery::agents
