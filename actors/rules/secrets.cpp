#include "actors/rules/secrets.hpp"

#include "actors/rules/secret_draft.hpp"
#include "actors/rules/secret_hooks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

bool manages_secrets(std::string_view owner, std::string_view unit, bool leads_its_application) {
  return owner == unit
         || (!owner.empty() && leads_its_application && owner == store::owning_application(unit));
}

bool may_read_secret(std::string_view owner,
                     const std::string& unit,
                     const std::function<bool(const std::string&)>& has_grant) {
  const std::string application(store::owning_application(unit));
  return owner == unit || owner == application || has_grant(unit) || has_grant(application);
}

std::string no_scope_to_grant_in(store::RelationId relation) {
  return fmt::format(
    "cannot grant access to secret in scope of relation {} which is not alive: grant "
    "it over another one",
    relation);
}

namespace {

/// Adds what follows from a change of who reads a secret: revisions that nobody reads any more go
/// by themselves (SE55), or the owner is told of them (SE40).
void settle_readers(Decision& decision, SecretDraft draft) {
  if (draft.record.auto_prune)
    prune_secret(decision, draft.record, draft.obsolete());
  settle_secret_hooks(decision, draft);
  if (draft.record != draft.before().record)
    decision.writes.push_back(put(std::move(draft.record)));
}

} // namespace

Decision track_secret(const OwnedSecrets& secrets, const protocol::TrackSecret& read) {
  const auto found = secrets.by_id.find(read.secret);
  if (found == secrets.by_id.end())
    return refuse(protocol::Code::NotFound,
                  fmt::format("secret \"secret:{}\" not found", read.secret));
  const OwnedSecret& secret = found->second;
  SecretDraft draft(secret);
  if (!draft.may_read(read.unit))
    return refuse(protocol::Code::Denied, "permission denied"); // SE11
  if (std::none_of(
        secret.record.revisions.begin(), secret.record.revisions.end(),
        [&](const store::SecretRevisionSeen& seen) { return seen.number == read.revision; }))
    return refuse(protocol::Code::NotFound, fmt::format("secret revision \"{}/{}\" not found",
                                                        read.secret, read.revision)); // SE23
  const auto present = secret.consumers.find(read.unit);
  store::SecretConsumer consumer =
    present == secret.consumers.end()
      ? store::SecretConsumer{read.unit, read.secret, secret.record.owner, 0, {}}
      : present->second;
  consumer.revision = read.revision;
  consumer.label = read.label.value_or(consumer.label);
  if (present != secret.consumers.end() && consumer == present->second)
    return nothing();
  draft.set_consumer(consumer);
  Decision decision;
  decision.writes.push_back(put(std::move(consumer)));
  settle_readers(decision, std::move(draft));
  return decision;
}

void prune_secret(Decision& decision,
                  store::Secret& secret,
                  const std::set<std::uint32_t>& revisions) {
  const std::uint32_t latest = store::latest_revision(secret);
  std::erase_if(secret.revisions, [&](const store::SecretRevisionSeen& revision) {
    if (!revisions.contains(revision.number))
      return false;
    decision.writes.push_back(
      erase(store::SecretRevision{secret.id, revision.number, secret.owner, {}}));
    return true;
  });
  if (revisions.contains(latest))
    secret.fingerprint.clear(); // it was of a content that is gone (SE6)
}

namespace {

/// Ends within the transaction, as far as secrets are concerned.
struct Gone {
  std::set<store::RelationId> relations;
  std::set<std::string> names; ///< Units and applications.
};

Gone gone_with(const Writes& first, const Writes& then) {
  Gone gone;
  for (const Writes* writes : {&first, &then})
    for (const Write& write : *writes) {
      if (!write.deleted)
        continue;
      if (const auto* relation = std::get_if<store::Relation>(&write.record))
        gone.relations.insert(relation->id);
      else if (const auto* unit = std::get_if<store::Unit>(&write.record))
        gone.names.insert(unit->name);
      else if (const auto* application = std::get_if<store::Application>(&write.record))
        gone.names.insert(application->name);
    }
  return gone;
}

/// Ids in an index, by its first part.
template <class First>
std::vector<std::string> ids_of(const std::set<std::pair<First, std::string>>& index,
                                const First& first) {
  std::vector<std::string> ids;
  for (auto at = index.lower_bound({first, {}}); at != index.end() && at->first == first; ++at)
    ids.push_back(at->second);
  return ids;
}

/// Secrets that lose something by what has gone.
std::set<std::string> concerned_secrets(const OwnedSecrets& secrets, const Gone& gone) {
  std::set<std::string> ids;
  for (const store::RelationId relation : gone.relations)
    for (std::string& id : ids_of(secrets.related, relation))
      ids.insert(std::move(id));
  for (const std::string& name : gone.names)
    for (const auto* index : {&secrets.owners, &secrets.readers, &secrets.subjects})
      for (std::string& id : ids_of(*index, name))
        ids.insert(std::move(id));
  return ids;
}

/// An owner that has gone, or is of an application that has.
bool has_gone(const Gone& gone, const std::string& owner) {
  return gone.names.contains(owner)
         || gone.names.contains(std::string(store::owning_application(owner)));
}

/// Grants that go with their relation (SE34) or subject. Costs what goes: of a unit one look.
void drop_grants(Decision& decision, SecretDraft& draft, const Gone& gone) {
  const OwnedSecret& before = draft.before();
  const auto drop = [&](const store::SecretGrant& grant) {
    decision.writes.push_back(erase(grant));
    draft.drop_grant(grant.subject);
  };
  for (const std::string& name : gone.names)
    if (const auto grant = before.grants.find(name); grant != before.grants.end())
      drop(grant->second);
  const bool loses_relation =
    std::any_of(gone.relations.begin(), gone.relations.end(),
                [&](store::RelationId relation) { return before.granted_over.contains(relation); });
  if (!loses_relation)
    return;
  for (const auto& [subject, grant] : before.grants)
    if (grant.in_relation && gone.relations.contains(grant.relation)
        && !gone.names.contains(subject))
      drop(grant);
}

void settle_secret(Decision& decision, const OwnedSecret& secret, const Gone& gone) {
  SecretDraft draft(secret);
  if (has_gone(gone, secret.record.owner))
    return remove_secret(decision, draft); // SE37
  drop_grants(decision, draft, gone);
  for (const std::string& name : gone.names)
    if (const auto consumer = secret.consumers.find(name); consumer != secret.consumers.end()) {
      decision.writes.push_back(erase(consumer->second)); // SE36
      draft.drop_consumer(name);
    }
  settle_readers(decision, std::move(draft));
}

} // namespace

void settle_secrets(Decision& decision, const OwnedSecrets& secrets, const Context& context) {
  if (decision.verdict != Verdict::Proceed || secrets.by_id.empty())
    return;
  const Gone gone = gone_with(*context.so_far, decision.writes);
  if (gone.names.empty() && gone.relations.empty())
    return;
  std::set<std::string> ids = concerned_secrets(secrets, gone);
  for (const Write& write : decision.writes) // the application itself: those of its units, too
    if (write.deleted && std::holds_alternative<store::Application>(write.record))
      for (const auto& [id, secret] : secrets.by_id)
        ids.insert(id);
  for (const std::string& id : ids)
    if (const auto secret = secrets.by_id.find(id); secret != secrets.by_id.end())
      settle_secret(decision, secret->second, gone);
}

} // namespace orrery::rules
