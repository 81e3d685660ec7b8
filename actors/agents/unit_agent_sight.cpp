#include "actors/agents/unit_agent.hpp"
#include "actors/rules/relation.hpp"

#include <algorithm>
#include <tuple>

namespace orrery::agents {

void UnitAgent::unit_seen(const protocol::UnitSeen& seen) {
  if (!begun_)
    return;
  if (seen.unit.name == options_.unit) {
    own_unit_seen(seen);
  } else if (seen.unit.name == options_.principal) {
    remote_.principal_life = seen.gone ? store::Life::Dead : seen.unit.life;
    principal_known_ |= answers_own_look();
  } else if (deployed_unit_seen(seen)) {
    return; // a subordinate of this unit: not this unit's own life
  }
  resume_stepping();
}

void UnitAgent::own_unit_seen(const protocol::UnitSeen& seen) {
  const store::Life before = remote_.life;
  remote_.life = seen.gone ? store::Life::Dead : std::max(remote_.life, seen.unit.life);
  if (remote_.life != before)
    looked_at_.stir_all();
  remote_.resolved = seen.unit.resolved;
  remote_.skip_failed_hooks |= seen.unit.skip_failed_hooks;
  scopes_ = {seen.scopes.begin(), seen.scopes.end()};
  if (!unit_known_)
    take_over_status(seen.status);
  unit_known_ = true;
  note_scopes();
  std::vector<std::string> names;
  for (const protocol::SubordinateSeen& subordinate : seen.subordinates)
    names.push_back(subordinate.unit);
  if (remote_.life != store::Life::Alive)
    set_dying();
  set_units(names); // B3
  remote_.subordinates = held_units();
  if (before == store::Life::Alive && remote_.life != before && remote_.leader)
    ask(protocol::ResignLeadership{options_.application, options_.unit},
        [](const protocol::Answer&) {});
}

/// What it would say again after a rest has been said.
void UnitAgent::take_over_status(const store::UnitStatus& status) {
  std::tie(workload_, ports_) = std::tie(status.workload, status.ports);
  if (!options_.rested)
    return;
  logged_agent_ = reported_agent_ = status.agent.value + " " + status.agent.message;
  reported_workflow_ = status.workflow;
}

/// It waits for a subordinate until that is recalled, too: its notes say so, and go with its own.
void UnitAgent::unit_forgotten() {
  remote_.subordinates = held_units();
  resume_stepping();
}

void UnitAgent::note_scopes() {
  for (const store::RelationId id : scopes_)
    if (const auto entered = elsewhere_.extract(id))
      observe_relation(entered.mapped()); // it has to leave (S10)
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

void UnitAgent::application_seen(const protocol::ApplicationSeen& seen) {
  if (!begun_)
    return;
  if (seen.application.name != options_.application) {
    counterpart_seen(seen);
    held_application_seen(seen); // a subordinate's
    return rest_if_possible();   // it may have come as the agent was about to
  }
  application_known_ |= answers_own_look();
  remote_.application_life = seen.gone ? store::Life::Dead : seen.application.life;
  remote_.config_version = seen.application.config_version;
  remote_.skip_failed_hooks |= seen.application.skip_failed_hooks;
  remote_.leader_settings_version = seen.leader_settings_version;
  remote_.leadership_free = seen.application.leader.empty() && !seen.gone;
  offered_ = remote_.leadership_free && !remote_.leader; // who has led is not asked
  remote_.leader = seen.application.leader == options_.unit;
  std::set<store::RelationId> present;
  for (const store::Relation& relation : seen.relations) {
    present.insert(relation.id);
    if (!remote_.relations.contains(relation.id))
      meet_relation(relation);
  }
  std::vector<store::RelationId> lost;
  for (const auto& [id, relation] : remote_.relations)
    if (!present.contains(id))
      lost.push_back(id);
  for (const store::RelationId id : lost)
    lose_relation(id);
  std::erase_if(elsewhere_, [&](const auto& entry) { return !present.contains(entry.first); });
  remote_.kept_by_container = kept_by_container();
  resume_stepping();
}

void UnitAgent::meet_relation(const store::Relation& relation) {
  const store::RelationEnd* other = rules::counterpart_of(relation, options_.application);
  if (other == nullptr || elsewhere_.contains(relation.id) || unplaced_.contains(relation.id))
    return;
  const bool has_place = options_.principal.empty() || relation.ends.size() == 1
                         || relation.scope == store::ScopeKind::Global
                         || other->application == store::application_of(options_.principal)
                         || scopes_.contains(relation.id); // then it has to leave
  if (has_place)
    return observe_relation(relation);
  if (!observe(rules::application(other->application)))
    return; // removed meanwhile: the application will tell
  unplaced_.emplace(relation.id, relation);
  awaited_.insert(relation.id);
}

/// B6: a subordinate has a place beside its principal's units and beside other subordinates. The other units on
/// machines where it does not stand have subordinates of their own.
void UnitAgent::counterpart_seen(const protocol::ApplicationSeen& seen) {
  std::vector<store::Relation> told;
  for (const auto& [id, relation] : unplaced_)
    if (rules::end_of(relation, seen.application.name) != nullptr)
      told.push_back(relation);
  if (told.empty())
    return;
  unobserve(rules::application(seen.application.name));
  for (const store::Relation& relation : told) {
    unplaced_.erase(relation.id);
    awaited_.erase(relation.id);
    if (seen.application.subordinate)
      observe_relation(relation);
    else
      elsewhere_.emplace(relation.id, relation);
  }
  note_scopes();
  remote_.kept_by_container = kept_by_container();
  resume_stepping();
}

/// It cannot be judged before it has been seen itself: its life may be any.
void UnitAgent::observe_relation(const store::Relation& relation) {
  const store::RelationEnd* own = rules::end_of(relation, options_.application);
  const store::RelationEnd* other = rules::counterpart_of(relation, options_.application);
  const caf::actor entity = services().entities.directory.find(rules::relation(relation.id));
  if (own == nullptr || other == nullptr || !entity)
    return; // removed meanwhile: the application will tell
  RelationRemote remote;
  remote.id = relation.id;
  remote.endpoint = own->endpoint;
  remote.remote_application = other->application;
  remote.peer = relation.ends.size() == 1;
  remote.hookless = own->endpoint == "juju-info" && own->role == store::Role::Provider; // B7
  remote.container = relation.scope == store::ScopeKind::Container;
  remote.in_scope = scopes_.contains(relation.id);
  remote_.relations.emplace(relation.id, remote);
  looked_at_.stir(relation.id);
  awaited_.insert(relation.id);
  const std::string principal = options_.principal.empty() ? options_.unit : options_.principal;
  send(entity, protocol::ObserveRelation{options_.unit, own->role,
                                         remote.container ? principal : "", options_.unit});
}

void UnitAgent::lose_relation(store::RelationId id) {
  remote_.relations.erase(id);
  looked_at_.stir(id);
  awaited_.erase(id);
  unobserve(rules::relation(id));
}

void UnitAgent::relation_seen(const protocol::RelationSeen& seen) {
  if (answers_own_look())
    awaited_.erase(seen.relation);
  const auto relation = remote_.relations.find(seen.relation);
  if (relation == remote_.relations.end())
    return rest_if_possible(); // it may have come as the agent was about to
  if (seen.gone) {
    lose_relation(seen.relation);
  } else {
    looked_at_.stir(seen.relation);
    relation->second.life = seen.life;
    relation->second.skip_failed_hooks = seen.skip_failed_hooks;
  }
  remote_.kept_by_container = kept_by_container();
  resume_stepping();
}

/// B4: another Alive container relation to the principal's application keeps a subordinate. One to
/// another subordinate does not (B8).
bool UnitAgent::kept_by_container() const {
  if (!remote_.subordinate)
    return true;
  const auto principal = store::application_of(options_.principal);
  return std::any_of(remote_.relations.begin(), remote_.relations.end(), [&](const auto& entry) {
    const RelationRemote& relation = entry.second;
    return relation.container && relation.life == store::Life::Alive
           && relation.remote_application == principal;
  });
}

void UnitAgent::scope_stirred(const protocol::ScopeStirred& stirred) {
  if (const auto relation = remote_.relations.find(stirred.relation);
      relation != remote_.relations.end()) {
    relation->second.members_known = false;
    looked_at_.stir(stirred.relation);
  }
  resume_stepping();
}

void UnitAgent::members_seen(const protocol::MembersSeen& seen) {
  busy_ = false;
  const auto found = remote_.relations.find(seen.relation);
  if (found == remote_.relations.end())
    return step();
  looked_at_.stir(seen.relation);
  RelationRemote& relation = found->second;
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
  compare_members(relation, seen);
  step();
}

/// After a read, all that were shown are compared with what was delivered; a complete one shows all.
void UnitAgent::compare_members(RelationRemote& relation, const protocol::MembersSeen& seen) {
  const auto progress = local_.relations.find(relation.id);
  if (progress == local_.relations.end())
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

/// A hook's success has changed what was delivered of that member.
void UnitAgent::compare_member(store::RelationId id, const std::string& member) {
  const auto relation = remote_.relations.find(id);
  const auto progress = local_.relations.find(id);
  if (relation != remote_.relations.end() && progress != local_.relations.end()
      && relation->second.differences && !member.empty())
    relation->second.differences->look_at(progress->second.members, relation->second.members,
                                          member);
}

/// Changes are told by the roster, which sends in nobody's name. They may come because an agent before this one had looked; what
/// comes after its word that it looks no more is told only to who has looked again.
bool UnitAgent::answers_own_look() {
  return static_cast<bool>(current_sender());
}

bool UnitAgent::sight_complete() const {
  return unit_known_ && application_known_ && hooks_known_ && awaited_.empty()
         && (!remote_.subordinate || principal_known_);
}

void UnitAgent::resume_stepping() {
  stalled_ = false;
  step();
}

} // namespace orrery::agents
