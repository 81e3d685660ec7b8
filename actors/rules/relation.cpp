#include "actors/rules/relation.hpp"

#include "actors/rules/force.hpp"
#include "actors/rules/peers.hpp"
#include "actors/rules/scope.hpp"
#include "actors/rules/step_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

const store::RelationEnd* end_of(const store::Relation& relation, std::string_view application) {
  for (const store::RelationEnd& end : relation.ends)
    if (end.application == application)
      return &end;
  return nullptr;
}

const store::RelationEnd* counterpart_of(const store::Relation& relation,
                                         std::string_view application) {
  for (const store::RelationEnd& end : relation.ends)
    if (end.application != application || relation.ends.size() == 1)
      return &end;
  return nullptr;
}

std::string canonical_key(const std::vector<store::RelationEnd>& ends) {
  std::string key;
  for (const store::RelationEnd& end : ends)
    key += (key.empty() ? "" : " ") + end.application + ":" + end.endpoint;
  return key;
}

/// Deletes the relation, which its applications count off. Nothing else goes with it (R9).
Decision delete_relation(const RelationState& relation,
                         const Context& context,
                         std::string_view not_releasing) {
  Decision decision;
  decision.writes.push_back(erase(relation.record));
  drop_force(decision, relation.force);
  decision.writes.push_back(put(store::Cleanup{relation.record.id, context.now})); // C1
  for (const store::RelationEnd& end : relation.record.ends)
    if (end.application != not_releasing)
      decision.visits.push_back({application(end.application), Release{{relation.record.id}, {}}});
  return decision;
}

namespace {

Decision set_dying(const RelationState& relation, const Context& context) {
  store::Relation dying = relation.record;
  dying.life = store::Life::Dying;
  dying.turn = {context.now, context.cause};
  Decision decision;
  decision.writes.push_back(put(std::move(dying)));
  return decision;
}

/// Decides what is asked beyond Dying: for a relation that is Dying already, too.
Decision remove_further(const RelationState& relation,
                        const protocol::Removal& how,
                        const Context& context,
                        Decision decision) {
  if (how.skip_failed_hooks && !relation.record.skip_failed_hooks) {
    if (decision.writes.empty())
      decision.writes.push_back(put(relation.record));
    std::get<store::Relation>(decision.writes.front().record).skip_failed_hooks = true;
  }
  add_force(decision, relation.force, force_on(store::EntityKind::Relation, relation.record.id, {}),
            how, context);
  return decision.writes.empty() ? nothing() : decision; // L3
}

Decision
remove_with(const RelationState& relation, const protocol::Removal& how, const Context& context) {
  if (relation.record.life != store::Life::Alive)
    return remove_further(relation, how, context, proceed());
  if (relation.record.unit_count > 0)
    return remove_further(relation, how, context, set_dying(relation, context)); // R5
  return delete_relation(relation, context, {});                                 // R6
}

/// The user removes it directly.
Decision remove_relation(const RelationState& relation,
                         const protocol::Removal& how,
                         const Context& context) {
  if (relation.record.life == store::Life::Alive && relation.record.ends.size() == 1)
    return refuse(protocol::Code::IsPeer,
                  fmt::format("relation \"{}\" is a peer relation: it goes with its application",
                              relation.record.key));
  return remove_with(relation, how, context);
}

/// One of its applications is being removed (A3): that one counts the relations that go at once
/// itself.
Decision
remove_with(const RelationState& relation, const RemoveWith& removal, const Context& context) {
  if (relation.record.life != store::Life::Alive)
    return proceed();
  if (relation.record.unit_count > 0)
    return set_dying(relation, context);
  return delete_relation(relation, context, removal.application);
}

/// Removes the relation at once because its application's new charm has not the endpoint (P23).
/// Nobody's hooks run, and whoever was in scope has taken part.
Decision
remove_peer(const RelationState& relation, const RefreshWith& with, const Context& context) {
  const auto is_known = [&](const auto& member) { return with.units.contains(member.first); };
  if (!std::all_of(relation.members.begin(), relation.members.end(), is_known)) {
    RefreshWith more = with;
    for (const auto& [unit, scope] : relation.members)
      more.units.insert(unit);
    return again(refresh_route(more));
  }
  Decision decision = delete_relation(relation, context, with.refresh.application);
  for (const auto& [unit, scope] : relation.members)
    decision.writes.push_back(erase(scope));
  return decision;
}

Decision
carry_out(const RelationState& relation, const protocol::Command& command, const Context& context) {
  if (const auto* removed = std::get_if<protocol::RemoveRelation>(&command))
    return remove_relation(relation, removed->how, context);
  if (std::holds_alternative<protocol::ForceRemoval>(command))
    return remove_relation(relation, at_once(), context);
  if (const auto* depart = std::get_if<protocol::DepartScope>(&command))
    return depart_scope(relation, *depart);
  return unexpected_step(command);
}

} // namespace

Decision look_again(const RemoveWith& removal) {
  return again({{application(removal.application),
                 protocol::RemoveApplication{removal.application, removal.how}}});
}

Decision look_again(const RefreshWith& with) {
  return again({{application(with.refresh.application), with.refresh}});
}

Decision decide(const RelationState& relation, const Step& step, const Context& context) {
  if (relation.gone && !std::holds_alternative<RemoveWith>(step)
      && !std::holds_alternative<RefreshWith>(step))
    return refuse(protocol::Code::NotFound,
                  fmt::format("relation {} not found", relation.record.id));
  const Cases cases{
    [&](const RemoveWith& removal) {
      return relation.gone ? look_again(removal) : remove_with(relation, removal, context);
    },
    [&](const RefreshWith& with) {
      return relation.gone ? look_again(with) : remove_peer(relation, with, context);
    },
    [&](const AdmitUnit& admit) { return admit_unit(relation, admit); },
    [&](const ReleaseScope& release) { return release_scope(relation, release, context); },
    [&](const WriteBags& bags) { return write_bags(relation, bags); },
    [&](const protocol::Command& command) { return carry_out(relation, command, context); },
  };
  return decide_by<RelationSteps>(cases, step);
}

namespace {

bool absorb_own(RelationState& relation, const store::Relation& record, bool deleted) {
  const bool notable = deleted || record.life != relation.record.life
                       || record.skip_failed_hooks != relation.record.skip_failed_hooks;
  relation.gone = relation.gone || deleted;
  if (!deleted)
    relation.record = record;
  return notable;
}

/// Settings that were written before their container was noted have that of who is still there.
void note_container(RelationState& relation, const store::Scope& scope) {
  if (scope.container.empty())
    return; // of a global relation
  const auto kept = relation.bags.find(scope.unit);
  if (kept == relation.bags.end())
    return;
  store::Bag bag = kept->second.record.unpack();
  if (bag.container == scope.container)
    return;
  bag.container = scope.container;
  kept->second = bag;
}

} // namespace

bool absorb(RelationState& relation, const Write& write) {
  absorb_force(relation.force, store::EntityKind::Relation, relation.record.id, {}, write);
  if (const auto* record = std::get_if<store::Relation>(&write.record))
    return record->id == relation.record.id && absorb_own(relation, *record, write.deleted);
  if (const auto* scope = std::get_if<store::Scope>(&write.record);
      scope != nullptr && scope->relation == relation.record.id) {
    if (write.deleted)
      relation.members.erase(scope->unit);
    else
      relation.members[scope->unit] = *scope;
    note_container(relation, *scope);
  } else if (const auto* bag = std::get_if<store::Bag>(&write.record);
             bag != nullptr && bag->relation == relation.record.id) {
    relation.changes = std::max(relation.changes, bag->version);
    relation.bags[bag->owner] = *bag;
  }
  return false;
}

std::optional<Stir> stirred(const RelationState& relation, const Write& write) {
  if (const auto* scope = std::get_if<store::Scope>(&write.record);
      scope != nullptr && scope->relation == relation.record.id)
    return Stir{scope->role, scope->container};
  const auto* bag = std::get_if<store::Bag>(&write.record);
  if (bag == nullptr || bag->relation != relation.record.id)
    return std::nullopt;
  if (const auto member = relation.members.find(bag->owner); member != relation.members.end())
    return Stir{member->second.role, member->second.container};
  if (const store::RelationEnd* end = end_of(relation.record, bag->owner); end != nullptr)
    return Stir{end->role, {}}; // an application's bag: every container sees it
  return std::nullopt;
}

std::optional<store::Bag>
readable_bag(const RelationState& relation, const std::string& reader, const std::string& owner) {
  const auto kept = relation.bags.find(owner);
  if (kept == relation.bags.end())
    return std::nullopt;
  store::Bag bag = kept->second.record.unpack();
  if (relation.record.scope == store::ScopeKind::Global || owner == reader
      || end_of(relation.record, owner) != nullptr)
    return bag;
  const auto own = relation.bags.find(reader);
  const bool same_container = !bag.container.empty() && own != relation.bags.end()
                              && own->second.record.unpack().container == bag.container;
  return same_container ? std::optional(std::move(bag)) : std::nullopt;
}

bool observes(const store::Relation& relation, const Stir& observer, const Stir& stir) {
  const bool counterpart = relation.ends.size() == 1 || observer.role != stir.role;
  const bool same_scope = relation.scope == store::ScopeKind::Global || stir.container.empty()
                          || stir.container == observer.container;
  return counterpart && same_scope;
}

} // namespace orrery::rules
