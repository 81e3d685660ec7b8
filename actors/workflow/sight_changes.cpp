#include "actors/workflow/secret_steps.hpp"
#include "actors/workflow/sight.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

/// Changes that the unit has made itself, and the members that relations show.
namespace orrery::agents {

using store::RelationId;

void Sight::became(store::Life life) {
  const store::Life before = remote_.life;
  remote_.life = std::max(remote_.life, life);
  if (remote_.life != before)
    looked_at_.stir_all();
}

void Sight::storage_was_provisioned(const std::string& storage, const std::string& location) {
  if (const auto found = remote_.storages.find(storage); found != remote_.storages.end()) {
    found->second.location = location;
    found->second.left = false;
  } else {
    remote_.places_behind.insert_or_assign(storage, location); // taken away meanwhile
  }
}

void Sight::storage_was_left(const std::string& storage) {
  remote_.places_behind.erase(storage);
  if (const auto found = remote_.storages.find(storage); found != remote_.storages.end())
    found->second.left = true;
}

void Sight::storage_was_not_provisioned(const std::string& storage,
                                        const std::string& fault,
                                        store::Milliseconds now) {
  if (const auto found = remote_.storages.find(storage); found != remote_.storages.end())
    provisioning_failed(found->second, fault, now);
}

/// One without a place was given back since: the model was told of what it had taken.
void Sight::storage_was_told(const std::string& storage) {
  const auto found = remote_.storages.find(storage);
  if (found != remote_.storages.end() && !found->second.location.empty())
    found->second.told = true;
}

void Sight::secret_hooks_seen(std::vector<protocol::SecretHookSeen> hooks) {
  secret_hooks_ = std::move(hooks);
  std::sort(secret_hooks_.begin(), secret_hooks_.end(), [](const auto& one, const auto& other) {
    return std::tie(one.hook.kind, one.hook.secret, one.hook.revision)
           < std::tie(other.hook.kind, other.hook.secret, other.hook.revision);
  });
  note_secret_hooks();
}

/// A later revision stays.
void Sight::secret_hook_is_done(const store::SecretHook& hook) {
  std::erase_if(secret_hooks_, [&](const protocol::SecretHookSeen& seen) {
    return is_same_hook(seen.hook, hook) && seen.hook.revision <= hook.revision;
  });
  note_secret_hooks();
}

/// Hooks that the charm lacks stay due: it may have them after a refresh.
void Sight::note_secret_hooks() {
  remote_.secret_hooks.clear();
  if (hooks_known_)
    remote_.secret_hooks = runnable_hooks(secret_hooks_, hook_names_);
}

void Sight::entered(RelationId relation) {
  const auto found = remote_.relations.find(relation);
  if (found == remote_.relations.end())
    return;
  scopes_.insert(relation);
  found->second.in_scope = true;
  found->second.members_known = false;
  found->second.members_time = 0;
}

/// Blocks entering until something is seen to change (B2).
void Sight::entering_was_refused(RelationId relation) {
  if (const auto found = remote_.relations.find(relation); found != remote_.relations.end())
    found->second.enter_blocked = true;
}

void Sight::departed(RelationId relation) {
  remote_.relations.at(relation).departing = true;
}

void Sight::left(RelationId relation) {
  scopes_.erase(relation);
  remote_.relations.at(relation).in_scope = false;
}

void Sight::claimed(bool leads, bool still_free) {
  remote_.leadership_free = still_free;
  remote_.leader = leads;
  looked_at_.stir_all();
}

void Sight::look_for_endpoints(const std::function<bool(const std::string& endpoint)>& have) {
  for (auto& [id, relation] : remote_.relations) {
    const bool awaits_upgrade = !have(relation.endpoint);
    if (std::exchange(relation.awaits_upgrade, awaits_upgrade) != awaits_upgrade)
      looked_at_.stir(id);
  }
}

void Sight::learnt(RelationId relation) {
  remote_.relations.at(relation).differences.reset();
  looked_at_.stir(relation);
}

void Sight::scope_stirred(RelationId relation) {
  if (const auto found = remote_.relations.find(relation); found != remote_.relations.end()) {
    found->second.members_known = false;
    looked_at_.stir(relation);
  }
}

void Sight::members_seen(const protocol::MembersSeen& seen, const UnitNotes& local) {
  const auto found = remote_.relations.find(seen.relation);
  if (found == remote_.relations.end())
    return;
  looked_at_.stir(seen.relation);
  SeenRelation& relation = found->second;
  relation.application_version = seen.application_version;
  relation.departing = seen.departing;
  relation.members_known = true;
  relation.members_time = seen.time;
  if (seen.complete) {
    relation.members = seen.members;
    relation.differences.reset();
  } else {
    for (const auto& [member, version] : seen.members)
      relation.members[member] = version;
    for (const std::string& member : seen.gone)
      relation.members.erase(member);
  }
  compare_members(relation, seen, local);
}

/// After a read, all that were shown are compared with what was delivered; a complete one shows
/// all.
void Sight::compare_members(SeenRelation& relation,
                            const protocol::MembersSeen& seen,
                            const UnitNotes& local) {
  const auto progress = local.relations.find(relation.id);
  if (progress == local.relations.end())
    return relation.differences.reset(); // it is learnt first
  const auto& delivered = progress->second.members;
  if (!relation.differences) {
    relation.differences.emplace(delivered, relation.members);
    return;
  }
  for (const auto& [member, version] : seen.members)
    relation.differences->look_at(delivered, relation.members, member);
  for (const std::string& member : seen.gone)
    relation.differences->look_at(delivered, relation.members, member);
}

void Sight::delivered(RelationId relation, const std::string& member, const UnitNotes& local) {
  const auto found = remote_.relations.find(relation);
  const auto progress = local.relations.find(relation);
  if (found != remote_.relations.end() && progress != local.relations.end()
      && found->second.differences && !member.empty())
    found->second.differences->look_at(progress->second.members, found->second.members, member);
}

} // namespace orrery::agents
