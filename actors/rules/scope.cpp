#include "actors/rules/scope.hpp"

#include "actors/rules/secrets.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

/// The counterpart application's unit that shares this principal; nothing if there is none.
std::optional<store::Life> subordinate_of(const AdmitUnit& admit, std::string_view application) {
  for (const auto& [name, life] : admit.subordinates)
    if (store::application_of(name) == application)
      return life;
  return std::nullopt;
}

/// B6: beside its principal's units a subordinate has a place, beside others only where they are
/// subordinates, too.
/// @returns a visit that asks for it, or nothing to do.
Decision ensure_place(const RelationState& relation, const AdmitUnit& admit) {
  const store::RelationEnd* counterpart = counterpart_of(relation.record, admit.application);
  Decision decision;
  if (relation.record.scope == store::ScopeKind::Container && !admit.principal.empty()
      && relation.record.ends.size() == 2 && counterpart != nullptr
      && counterpart->application != store::application_of(admit.principal))
    decision.visits.push_back(
      {application(counterpart->application), AssertSubordinate{admit.unit}});
  return decision;
}

/// B1, B2: a principal that enters a container scope has one subordinate of the counterpart
/// application.
/// @returns a refusal, a visit that creates it, or nothing to do.
Decision ensure_subordinate(const RelationState& relation, const AdmitUnit& admit) {
  const store::RelationEnd* counterpart = counterpart_of(relation.record, admit.application);
  const bool due =
    relation.record.scope == store::ScopeKind::Container && relation.record.ends.size() == 2;
  if (!due || counterpart == nullptr)
    return proceed();
  const std::optional<store::Life> present = subordinate_of(admit, counterpart->application);
  if (present == store::Life::Alive)
    return proceed();
  if (present)
    return refuse(protocol::Code::CannotEnterScopeYet,
                  fmt::format("unit {} waits until its earlier subordinate of {} is gone",
                              admit.unit, counterpart->application));
  Decision decision;
  decision.visits.push_back({application(counterpart->application),
                             AddSubordinate{admit.unit, admit.assigned, admit.machine}});
  return decision;
}

store::Scope scope_record(const RelationState& relation, const AdmitUnit& admit, store::Role role) {
  store::Scope scope{relation.record.id, admit.unit, role, {}, false};
  if (relation.record.scope == store::ScopeKind::Container)
    scope.container = admit.principal.empty() ? admit.unit : admit.principal; // S3
  return scope;
}

} // namespace

Decision admit_unit(const RelationState& relation, const AdmitUnit& admit) {
  if (relation.record.life != store::Life::Alive) // R7
    return refuse(protocol::Code::CannotEnterScope,
                  fmt::format("relation {} is {} and admits nobody", relation.record.id,
                              store::to_string(relation.record.life)));
  const store::RelationEnd* end = end_of(relation.record, admit.application);
  if (end == nullptr)
    return refuse(protocol::Code::CannotEnterScope,
                  fmt::format("unit {} has no end in relation {}", admit.unit, relation.record.id));
  Decision decision =
    admit.principal.empty() ? ensure_subordinate(relation, admit) : ensure_place(relation, admit);
  if (decision.verdict != Verdict::Proceed)
    return decision;
  store::Relation entered = relation.record;
  ++entered.unit_count;
  if (admit.leads)
    entered.status = store::RelationStatus::Joined;
  store::Scope scope = scope_record(relation, admit, end->role);
  decision.writes.push_back(put(std::move(entered)));
  // S1: settings before presence; a re-entry overwrites what an earlier stay left.
  decision.writes.push_back(put(store::Bag{relation.record.id, admit.unit, relation.changes + 1,
                                           admit.settings, scope.container}));
  decision.writes.push_back(put(std::move(scope)));
  return decision;
}

Decision depart_scope(const RelationState& relation, const protocol::DepartScope& depart) {
  const auto member = relation.members.find(depart.unit);
  if (member == relation.members.end() || member->second.departing)
    return nothing();
  store::Scope departing = member->second;
  departing.departing = true; // S11
  Decision decision;
  decision.writes.push_back(put(std::move(departing)));
  return decision;
}

/// Takes one unit out, no other with it (R8).
Decision
release_scope(const RelationState& relation, const ReleaseScope& release, const Context& context) {
  const auto member = relation.members.find(release.unit);
  if (member == relation.members.end())
    return proceed();
  const bool last = relation.record.unit_count <= 1;
  Decision decision = relation.record.life == store::Life::Dying && last
                        ? delete_relation(relation, context, {}) // S8
                        : proceed();
  decision.writes.push_back(erase(member->second));
  if (relation.record.life == store::Life::Dying && last)
    return decision;
  store::Relation left = relation.record;
  --left.unit_count;
  decision.writes.push_back(put(std::move(left)));
  return decision;
}

store::Settings settings_after(store::Settings settings, const store::Settings& changes) {
  for (const auto& [key, value] : changes)
    if (value.empty())
      settings.erase(key);
    else
      settings[key] = value;
  return settings;
}

Decision write_bags(const RelationState& relation, const WriteBags& bags) {
  if (bags.grants_secret && relation.record.life != store::Life::Alive)
    return refuse(protocol::Code::NotAlive, no_scope_to_grant_in(relation.record.id));
  Decision decision;
  std::uint64_t version = relation.changes;
  const auto write = [&](const std::string& owner, const store::Settings& changes) {
    const auto present = relation.bags.find(owner);
    store::Bag bag = present == relation.bags.end() ? store::Bag{relation.record.id, owner, 0, {}}
                                                    : present->second.record.unpack();
    store::Settings after = settings_after(bag.values, changes);
    if (after == bag.values)
      return; // S5
    bag.version = ++version;
    bag.values = std::move(after);
    decision.writes.push_back(put(std::move(bag)));
  };
  write(bags.unit, bags.unit_settings);
  write(bags.application, bags.application_settings);
  return decision;
}

} // namespace orrery::rules
