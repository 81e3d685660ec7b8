#include "actors/entities/actors.hpp"
#include "actors/rules/transitions.hpp"

#include <caf/send.hpp>

#include <cassert>

namespace orrery::entities {

RelationActor::RelationActor(caf::actor_config& config,
                             Services& services,
                             rules::RelationState state)
  : Entity(config, services), state_(std::move(state)) {}

caf::behavior RelationActor::make_behavior() {
  return {on(&RelationActor::arrive),       on(&RelationActor::decided),
          on(&RelationActor::observe),      on(&RelationActor::unobserve),
          on(&RelationActor::read_members), on(&RelationActor::read_bag),
          on(&RelationActor::read_scopes)};
}

rules::Decision RelationActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

void RelationActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  bool notable = false;
  for (const rules::Write& write : writes) {
    notable |= rules::absorb(state_, write);
    if (const std::optional<rules::Stir> stir = rules::stirred(state_, write))
      observers_.wake(state_.record, *stir, outbox);
  }
  if (notable)
    observers_.tell_all(outbox, caf::make_message(seen()));
  if (!state_.gone)
    return;
  services().directory.remove(rules::relation(state_.record.id), id());
  if (const caf::actor janitor = services().janitor())
    outbox.push_back({janitor, caf::make_message(protocol::CleanupDue{state_.record.id})}); // C1
}

void RelationActor::observe(const protocol::ObserveRelation& message) {
  observers_.add(sender(), {message.role, message.container});
  deliver(sender(), caf::make_message(seen()));
}

void RelationActor::unobserve(const protocol::Unobserve&) {
  observers_.remove(sender());
}

void RelationActor::read_members(const protocol::ReadMembers& message) {
  observers_.has_read(sender());
  deliver(sender(), caf::make_message(members_for(message.unit)));
}

void RelationActor::read_scopes(const protocol::ReadScopes&) {
  protocol::ScopesSeen seen{state_.record.id, {}};
  for (const auto& [unit, scope] : state_.members)
    seen.units.push_back(unit);
  deliver(sender(), caf::make_message(std::move(seen)));
}

protocol::RelationSeen RelationActor::seen() const {
  return {state_.record.id, state_.record.life, state_.gone, state_.record.skip_failed_hooks};
}

protocol::MembersSeen RelationActor::members_for(const std::string& unit) const {
  protocol::MembersSeen seen;
  seen.relation = state_.record.id;
  const auto own = state_.members.find(unit);
  if (own == state_.members.end())
    return seen;
  seen.departing = own->second.departing;
  const rules::Stir side{own->second.role, own->second.container};
  for (const auto& [name, scope] : state_.members) {
    const bool counterpart =
      name != unit && rules::observes(state_.record, side, {scope.role, scope.container});
    if (counterpart && !scope.departing) // S2, S11
      seen.members[name] = state_.bags.at(name).version;
  }
  const store::RelationEnd* end = rules::counterpart_of(state_.record, store::application_of(unit));
  if (end != nullptr)
    if (const auto bag = state_.bags.find(end->application); bag != state_.bags.end())
      seen.application_version = bag->second.version;
  return seen;
}

void RelationActor::read_bag(const protocol::ReadBag& message) {
  protocol::BagSeen seen{message.ticket, state_.record.id, message.owner, false, {}};
  if (const store::Bag* bag = rules::readable_bag(state_, message.reader, message.owner)) {
    seen.found = true;
    seen.values = bag->values;
  }
  deliver(sender(), caf::make_message(std::move(seen)));
}

} // namespace orrery::entities
