// Changes of secrets by hooks and users: all that is changed of several at once is one decision.
#include "actors/rules/secret_draft.hpp"
#include "actors/rules/secret_hooks.hpp"
#include "config/secret_texts.hpp"
#include "config/secret_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace orrery::rules {

namespace {

using MaybeRefusal = std::optional<Refusal>;

Refusal no_such_secret(const std::string& id) {
  return {protocol::Code::NotFound, fmt::format("secret \"{}\" not found", id)};
}

/// Makes the decision, one secret after the other; labels that it gives and takes count at once.
class Changing {
public:
  Changing(const OwnedSecrets& secrets, SecretsManager manager, const Context& context)
    : secrets_(secrets), manager_(std::move(manager)), now_(context.now / 1000 * 1000) {}

  MaybeRefusal change(const std::string& id, const protocol::SecretChange& change);
  Decision take() { return std::move(decision_); }

private:
  [[nodiscard]] bool is_users() const { return manager_.application.empty(); }
  [[nodiscard]] MaybeRefusal refuses_owner(const std::string& owner, bool adds) const;
  [[nodiscard]] MaybeRefusal refuses_begin(const std::string& id,
                                           const protocol::SecretChange& change) const;
  [[nodiscard]] MaybeRefusal refuses_texts(const protocol::SecretChange& change) const;
  [[nodiscard]] SecretDraft begin(const std::string& id,
                                  const protocol::SecretChange& change) const;
  MaybeRefusal set_label(store::Secret& secret, const std::string& label);
  void set_rotation(store::Secret& secret, const std::string& policy) const;
  void set_value(SecretDraft& draft, const protocol::SecretChange& change);
  void track(SecretDraft& secret);
  MaybeRefusal set_grants(SecretDraft& secret, const protocol::SecretChange& change);
  [[nodiscard]] std::optional<std::string> label_taken(const store::Secret& secret,
                                                       const std::string& label) const;

  const OwnedSecrets& secrets_;
  const OwnedSecret none_; ///< Before a secret that is new.
  SecretsManager manager_;
  store::Milliseconds now_;
  Decision decision_;
  std::map<OwnedSecrets::Name, std::string> given_; ///< Labels, as OwnedSecrets::by_label.
  std::set<OwnedSecrets::Name> taken_back_;
};

MaybeRefusal Changing::refuses_owner(const std::string& owner, bool adds) const {
  if (is_users())
    return std::nullopt;
  if (adds && !manager_.alive)
    return Refusal{protocol::Code::NotAlive,
                   fmt::format("cannot reserve secret for owner \"{}\" which is not alive", owner)};
  if (manages_secrets(owner, manager_.unit, manager_.leads))
    return std::nullopt;
  if (owner == manager_.application)
    return Refusal{protocol::Code::NotLeader,
                   fmt::format("\"{}\" is not leader of \"{}\"", manager_.unit, owner)};
  return Refusal{protocol::Code::Denied, "permission denied"};
}

/// Returns whose label is the same, in words of its kind (SE29); nothing if the text is free.
std::optional<std::string> Changing::label_taken(const store::Secret& secret,
                                                 const std::string& label) const {
  const bool of_application = secret.owner == manager_.application;
  const auto clash = [&](const auto& labels, bool are_new) -> std::optional<std::string> {
    for (auto at = labels.lower_bound({label, {}}); at != labels.end() && at->first.first == label;
         ++at) {
      const std::string& owner = at->first.second;
      if (at->second == secret.id || (!are_new && taken_back_.contains(at->first)))
        continue;
      if (of_application || owner == secret.owner || owner == manager_.application)
        return owner;
    }
    return std::nullopt;
  };
  if (auto owner = clash(given_, true))
    return owner;
  return clash(secrets_.by_label, false);
}

MaybeRefusal Changing::set_label(store::Secret& secret, const std::string& label) {
  if (label == secret.label)
    return std::nullopt;
  if (const auto owner = label.empty() ? std::nullopt : label_taken(secret, label)) {
    const std::string text =
      is_users() ? fmt::format("secret with name \"{}\" already exists", label)
      : *owner == manager_.application
        ? fmt::format("secret label \"{}\" for application \"{}\" already exists", label,
                      manager_.application)
        : fmt::format("secret label \"{}\" for a unit of application \"{}\" already exists", label,
                      manager_.application);
    return Refusal{protocol::Code::AlreadyExists, text};
  }
  if (!secret.label.empty()) {
    taken_back_.insert({secret.label, secret.owner});
    given_.erase({secret.label, secret.owner});
  }
  secret.label = label;
  if (!label.empty())
    given_[{label, secret.owner}] = secret.id;
  return std::nullopt;
}

/// A due time that is noted already only ever moves earlier (SE46).
void Changing::set_rotation(store::Secret& secret, const std::string& policy) const {
  const std::int64_t due = config::rotation_after(policy, now_);
  secret.rotation = policy;
  secret.rotates = due == 0 || secret.rotates == 0 ? due : std::min(secret.rotates, due);
}

/// A content equal to the latest one makes no revision (SE6); a new one expires only if that is
/// said (SE18). With a new one a rotation that is due is done, whichever hook makes it (SE47).
void Changing::set_value(SecretDraft& draft, const protocol::SecretChange& change) {
  store::Secret& secret = draft.record;
  const bool is_new =
    change.value && (secret.revisions.empty() || change.value->fingerprint != secret.fingerprint);
  if (is_new) {
    secret.fingerprint = change.value->fingerprint;
    secret.revisions.push_back({++secret.newest, now_, 0});
    decision_.writes.push_back(
      put(store::SecretRevision{secret.id, secret.newest, secret.owner, change.value->sealed}));
  }
  if (change.expires)
    secret.revisions.back().expires = *change.expires;
  if (is_new && is_rotating(draft.before()))
    secret.rotates = next_rotation(secret, true, now_);
}

void Changing::track(SecretDraft& secret) {
  store::SecretConsumer consumer{manager_.unit, secret.record.id, secret.record.owner, 0, {}};
  const store::SecretConsumer* const present = secret.consumer(manager_.unit);
  if (present != nullptr)
    consumer = *present;
  consumer.revision = store::latest_revision(secret.record);
  if (present != nullptr && *present == consumer)
    return;
  secret.set_consumer(consumer);
  decision_.writes.push_back(put(std::move(consumer)));
}

MaybeRefusal Changing::set_grants(SecretDraft& secret, const protocol::SecretChange& change) {
  const store::Secret& record = secret.record;
  for (const std::string& subject : change.revoked)
    if (const store::SecretGrant* const found = secret.grant(subject)) {
      decision_.writes.push_back(erase(*found));
      secret.drop_grant(subject);
    }
  for (const auto& [subject, relation] : change.grants) {
    const store::SecretGrant grant{record.id, subject, record.owner, relation.has_value(),
                                   relation.value_or(0)};
    const store::SecretGrant* const present = secret.grant(subject);
    if (present != nullptr && *present != grant) // SE32
      return Refusal{protocol::Code::AlreadyExists, "cannot change secret permission scope"};
    if (present == nullptr) {
      decision_.writes.push_back(put(grant));
      secret.set_grant(grant); // it goes with the secret, should that go, too
    }
  }
  return std::nullopt;
}

MaybeRefusal Changing::refuses_texts(const protocol::SecretChange& change) const {
  std::string trouble =
    config::label_trouble(change.label.value_or(""), is_users() ? "name" : "label");
  if (trouble.empty())
    trouble = config::description_trouble(change.description.value_or(""));
  if (trouble.empty())
    return std::nullopt;
  return Refusal{protocol::Code::BadOption, std::move(trouble)};
}

MaybeRefusal Changing::refuses_begin(const std::string& id,
                                     const protocol::SecretChange& change) const {
  const auto present = secrets_.by_id.find(id);
  const bool is_there = present != secrets_.by_id.end();
  if (change.added_for && is_there)
    return Refusal{protocol::Code::AlreadyExists, fmt::format("secret \"{}\" already exists", id)};
  if (!change.added_for && !is_there)
    return no_such_secret(id);
  return refuses_owner(is_there ? present->second.record.owner : *change.added_for, !is_there);
}

/// Begins a secret that is new, or finds it.  @pre that is not refused
SecretDraft Changing::begin(const std::string& id, const protocol::SecretChange& change) const {
  if (!change.added_for)
    return SecretDraft(secrets_.by_id.at(id));
  SecretDraft added(none_);
  added.record.id = id;
  added.record.owner = *change.added_for;
  added.record.created = now_;
  return added;
}

MaybeRefusal Changing::change(const std::string& id, const protocol::SecretChange& change) {
  if (!change.added_for && !secrets_.by_id.contains(id) && !is_users()
      && (change.removed || !change.pruned.empty()))
    return std::nullopt; // SE27
  if (MaybeRefusal refused = refuses_begin(id, change))
    return refused;
  SecretDraft secret = begin(id, change);
  store::Secret& record = secret.record;
  if (change.removed) {
    remove_secret(decision_, secret);
    taken_back_.insert({record.label, record.owner});
    return std::nullopt;
  }
  if (MaybeRefusal refused = refuses_texts(change))
    return refused;
  if (change.label)
    if (MaybeRefusal refused = set_label(record, *change.label))
      return refused;
  record.description = change.description.value_or(record.description);
  record.auto_prune = change.auto_prune.value_or(record.auto_prune);
  if (change.rotation)
    set_rotation(record, *change.rotation);
  set_value(secret, change);
  if (record.revisions.empty())
    return Refusal{protocol::Code::BadOption, "missing secret value or filename"};
  if (change.tracks)
    track(secret);
  if (MaybeRefusal refused = set_grants(secret, change))
    return refused;
  prune_secret(decision_, record, change.pruned);
  if (record.revisions.empty()) { // SE27: with the last revision the secret is gone
    remove_secret(decision_, secret);
    return std::nullopt;
  }
  if (record.auto_prune) // SE55
    prune_secret(decision_, record, secret.obsolete());
  settle_secret_hooks(decision_, secret);
  if (record == secret.before().record)
    return std::nullopt;
  record.updated = now_;
  decision_.writes.push_back(put(std::move(record)));
  return std::nullopt;
}

} // namespace

std::set<store::RelationId> granted_over(const protocol::SecretChanges& changes) {
  std::set<store::RelationId> relations;
  for (const auto& [id, change] : changes)
    for (const auto& [subject, relation] : change.grants)
      if (relation)
        relations.insert(*relation);
  return relations;
}

Decision change_secrets(const OwnedSecrets& secrets,
                        const SecretsManager& manager,
                        const protocol::SecretChanges& changes,
                        const Context& context) {
  Changing changing(secrets, manager, context);
  for (const auto& [id, change] : changes)
    if (MaybeRefusal refused = changing.change(id, change))
      return refuse(refused->code, std::move(refused->text));
  return changing.take();
}

Decision change_user_secret(const OwnedSecrets& secrets,
                            const protocol::ChangeUserSecret& wanted,
                            const Context& context) {
  Changing changing(secrets, {}, context);
  if (MaybeRefusal refused = changing.change(wanted.secret, wanted.change))
    return refuse(refused->code, std::move(refused->text));
  Decision decision = changing.take();
  return decision.writes.empty() ? nothing() : decision;
}

} // namespace orrery::rules
