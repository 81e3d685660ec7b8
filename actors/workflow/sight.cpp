#include "actors/workflow/sight.hpp"

#include "actors/rules/relation.hpp"
#include "actors/rules/ties.hpp"

#include <algorithm>
#include <utility>

namespace orrery::agents {

using store::Life;
using store::RelationId;

namespace {

template <class Seen>
bool answers_look(const Seen& seen) {
  return seen.answers != protocol::a_change;
}

} // namespace

Sight::Sight(const ActsFor& acts_for, std::uint64_t boot) : acts_for_(acts_for) {
  remote_.boot = boot;
  remote_.subordinate = !acts_for.principal.empty();
}

void Sight::begin() {
  for (const bool subordinate : {false, true})
    look(rules::unit(acts_for_.unit, subordinate));
  look(rules::application(acts_for_.application));
  if (remote_.subordinate)
    look(rules::unit(acts_for_.principal, false));
}

void Sight::end() {
  for (const bool subordinate : {false, true})
    look_no_more(rules::unit(acts_for_.unit, subordinate));
  look_no_more(rules::application(acts_for_.application));
  if (remote_.subordinate)
    look_no_more(rules::unit(acts_for_.principal, false));
  for (const auto& [id, relation] : remote_.relations)
    look_no_more(rules::relation(id));
  for (const auto& [id, relation] : unplaced_)
    look_no_more(
      rules::application(rules::counterpart_of(relation, acts_for_.application)->application));
}

void Sight::unit_seen(const protocol::UnitSeen& seen) {
  became(seen.gone ? Life::Dead : seen.unit.life);
  remote_.resolved = seen.unit.resolved;
  remote_.skip_failed_hooks |= seen.unit.skip_failed_hooks;
  if (!seen.gone) {
    remote_.charm = seen.unit.charm;
    remote_.charm_changes = seen.unit.charm_changes;
  }
  remote_.tasks = seen.tasks;
  take_over(remote_.storages, remote_.places_behind, seen.storage);
  scopes_ = {seen.scopes.begin(), seen.scopes.end()};
  unit_known_ = true;
  note_scopes();
}

void Sight::task_is_over(store::TaskId task) {
  std::erase_if(remote_.tasks, [&](const auto& one) { return one.id == task; });
}

void Sight::operation_is_over(store::TaskId operation) {
  std::erase_if(remote_.tasks, [&](const auto& one) { return one.operation == operation; });
}

void Sight::principal_seen(const protocol::UnitSeen& seen) {
  remote_.principal_life = seen.gone ? Life::Dead : seen.unit.life;
  principal_known_ |= answers_look(seen);
}

void Sight::application_seen(const protocol::ApplicationSeen& seen) {
  application_charm_is(seen.gone ? std::string() : seen.application.charm);
  remote_.application_charm_changes = seen.application.charm_changes;
  remote_.force_units = seen.application.force_units;
  if (!application_known_)
    hook_has_failed(); // or may have: an agent that begins looks for new files, too (P31)
  application_known_ |= answers_look(seen);
  remote_.application_life = seen.gone ? Life::Dead : seen.application.life;
  remote_.config_version = seen.application.config_version;
  remote_.skip_failed_hooks |= seen.application.skip_failed_hooks;
  remote_.leader_settings_version = seen.leader_settings_version;
  remote_.leadership_free = seen.application.leader.empty() && !seen.gone;
  remote_.leader = seen.application.leader == acts_for_.unit;
  std::set<RelationId> present;
  for (const store::Relation& relation : seen.relations) {
    present.insert(relation.id);
    if (!knows(relation.id))
      meet_relation(relation);
  }
  std::vector<RelationId> lost;
  for (const auto& [id, relation] : remote_.relations)
    if (!present.contains(id))
      lost.push_back(id);
  for (const RelationId id : lost)
    lose_relation(id);
  std::erase_if(elsewhere_, [&](const auto& entry) { return !present.contains(entry.first); });
  judge_container();
}

void Sight::meet_relation(const store::Relation& relation) {
  if (elsewhere_.contains(relation.id) || unplaced_.contains(relation.id))
    return;
  const auto has_place = rules::has_place(
    relation, {acts_for_.application, acts_for_.principal, scopes_.contains(relation.id)}, {});
  if (has_place.value_or(false))
    return look_at_relation(relation);
  if (has_place)
    return; // the unit's application has no end in it
  look(rules::application(rules::counterpart_of(relation, acts_for_.application)->application));
  unplaced_.emplace(relation.id, relation);
  awaited_.insert(relation.id);
}

bool Sight::counterpart_seen(const protocol::ApplicationSeen& seen) {
  std::vector<store::Relation> told;
  for (const auto& [id, relation] : unplaced_)
    if (rules::end_of(relation, seen.application.name) != nullptr)
      told.push_back(relation);
  if (told.empty())
    return false;
  look_no_more(rules::application(seen.application.name));
  for (const store::Relation& relation : told) {
    unplaced_.erase(relation.id);
    awaited_.erase(relation.id);
    if (rules::has_place(relation, {acts_for_.application, acts_for_.principal, false},
                         seen.application.subordinate)
          .value_or(false))
      look_at_relation(relation);
    else
      elsewhere_.emplace(relation.id, relation);
  }
  note_scopes();
  judge_container();
  return true;
}

/// The relation counts only once it has been seen itself, because its life may be any.
void Sight::look_at_relation(const store::Relation& relation) {
  const store::RelationEnd* own = rules::end_of(relation, acts_for_.application);
  if (own == nullptr)
    return;
  SeenRelation remote = first_sight(relation, acts_for_.application);
  remote.in_scope = scopes_.contains(relation.id);
  const std::string& principal = acts_for_.principal.empty() ? acts_for_.unit : acts_for_.principal;
  looks_.push_back(
    {rules::relation(relation.id), false, own->role, remote.container ? principal : ""});
  remote_.relations.emplace(relation.id, std::move(remote));
  looked_at_.stir(relation.id);
  awaited_.insert(relation.id);
}

void Sight::lose_relation(RelationId relation) {
  remote_.relations.erase(relation);
  looked_at_.stir(relation);
  awaited_.erase(relation);
  look_no_more(rules::relation(relation));
}

void Sight::not_there(const rules::Who& whom) {
  if (whom.rank == rules::Rank::Relation) {
    remote_.relations.erase(whom.id);
    looked_at_.stir(whom.id);
    awaited_.erase(whom.id);
    judge_container();
  } else if (whom.rank == rules::Rank::Application) {
    std::erase_if(unplaced_, [&](const auto& entry) {
      const bool waits = rules::end_of(entry.second, whom.name) != nullptr;
      if (waits)
        awaited_.erase(entry.first);
      return waits;
    });
  }
}

bool Sight::relation_seen(const protocol::RelationSeen& seen) {
  if (answers_look(seen))
    awaited_.erase(seen.relation);
  const auto relation = remote_.relations.find(seen.relation);
  if (relation == remote_.relations.end())
    return false;
  if (answers_look(seen)) // the relation tells no more of what has stirred before the look
    relation->second.members_known = false;
  if (seen.gone) {
    lose_relation(seen.relation);
  } else {
    looked_at_.stir(seen.relation);
    relation->second.life = seen.life;
    relation->second.skip_failed_hooks = seen.skip_failed_hooks;
  }
  judge_container();
  return true;
}

/// B4.
void Sight::judge_container() {
  remote_.kept_by_container =
    !remote_.subordinate || is_kept_by_container(remote_, acts_for_.principal);
}

void Sight::note_scopes() {
  for (const RelationId id : scopes_)
    if (const auto entered = elsewhere_.extract(id))
      look_at_relation(entered.mapped()); // it has to leave (S10)
  auto scope = scopes_.begin();
  for (auto& [id, relation] : remote_.relations) {
    while (scope != scopes_.end() && *scope < id)
      ++scope;
    const bool in_scope = scope != scopes_.end() && *scope == id;
    if (in_scope != relation.in_scope || relation.enter_blocked)
      looked_at_.stir(id);
    relation.in_scope = in_scope;
    relation.enter_blocked = false;
  }
}

void Sight::hooks_seen(const HookNames& names) {
  remote_.leaves_silently = leaves_silently(names);
  hook_names_ = names;
  hooks_known_ = true;
  note_secret_hooks();
}

void Sight::subordinates_seen(std::size_t count) {
  remote_.subordinates = count;
}

bool Sight::is_complete() const {
  return unit_known_ && application_known_ && hooks_known_ && awaited_.empty()
         && (!remote_.subordinate || principal_known_);
}

} // namespace orrery::agents
