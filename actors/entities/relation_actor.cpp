#include "actors/entities/actors.hpp"
#include "actors/rules/transitions.hpp"

#include <caf/send.hpp>

#include <cassert>

namespace orrery::entities {

RelationActor::RelationActor(caf::actor_config& config,
                             Services& services,
                             rules::RelationState state)
  : Entity(config, services), state_(std::move(state)) {
  for (const auto& [unit, scope] : state_.members) // recovered: their agents may rest
    observers_.add(Recipient(unit), {scope.role, scope.container});
}

bool RelationActor::handle(const Content& message) {
  return dispatch(message, &RelationActor::arrive, &RelationActor::decided, &RelationActor::observe,
                  &RelationActor::unobserve, &RelationActor::read_members, &RelationActor::read_bag,
                  &RelationActor::read_scopes);
}

rules::Decision RelationActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

bool RelationActor::take_in(const rules::Write& write) {
  const auto* scope = std::get_if<store::Scope>(&write.record);
  if (scope == nullptr || scope->relation != state_.record.id)
    return rules::absorb(state_, write);
  counterparts_.before(*scope);
  const bool notable = rules::absorb(state_, write);
  counterparts_.after(*scope);
  if (write.deleted)
    forget_resting(scope->unit);
  return notable;
}

/// An agent that is there says itself when it observes no more; one that rests was in scope, and
/// hears from its unit that it is no longer.
void RelationActor::forget_resting(const std::string& unit) {
  if (const Post* post = services().transactions.post(); post == nullptr || !post->is_there(unit))
    observers_.remove(Recipient(unit));
}

namespace {

/// Names the unit whose presence or settings were written; null for what is no unit's.
const std::string* member_of(const rules::Write& write) {
  if (const auto* scope = std::get_if<store::Scope>(&write.record))
    return &scope->unit;
  const auto* bag = std::get_if<store::Bag>(&write.record);
  return bag != nullptr && store::is_unit_name(bag->owner) ? &bag->owner : nullptr;
}

} // namespace

void RelationActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  bool notable = false;
  for (const rules::Write& write : writes) {
    notable |= take_in(write);
    if (const std::optional<rules::Stir> stir = rules::stirred(state_, write)) {
      if (const std::string* member = member_of(write))
        counterparts_.changed(*stir, *member);
      observers_.wake(state_.record, *stir, outbox);
    }
  }
  if (notable)
    observers_.tell_all(outbox, caf::make_message(seen(protocol::a_change)));
  if (!state_.gone)
    return;
  services().directory.remove(rules::relation(state_.record.id), id());
  if (const caf::actor janitor = services().servants.janitor())
    outbox.push_back({janitor, caf::make_message(protocol::CleanupDue{state_.record.id})}); // C1
}

void RelationActor::observe(const protocol::ObserveRelation& message) {
  observers_.add(recipient(message.acting_for), {message.role, message.container});
  when_free([this, asker = sender(), look = message.look] {
    deliver(asker, caf::make_message(seen(look)));
  });
}

void RelationActor::unobserve(const protocol::Unobserve& message) {
  observers_.remove(recipient(message.acting_for));
}

void RelationActor::read_members(const protocol::ReadMembers& message) {
  when_free([this, message, asker = sender(), reader = recipient(message.acting_for)] {
    observers_.has_read(reader);
    deliver(asker, caf::make_message(members_for(message)));
  });
}

void RelationActor::read_scopes(const protocol::ReadScopes&) {
  when_free([this, asker = sender()] {
    protocol::ScopesSeen seen{state_.record.id, {}};
    for (const auto& [unit, scope] : state_.members)
      seen.units.push_back(unit);
    deliver(asker, caf::make_message(std::move(seen)));
  });
}

protocol::RelationSeen RelationActor::seen(std::uint64_t answers) const {
  return {state_.record.id, state_.record.life, state_.gone, state_.record.skip_failed_hooks,
          answers};
}

/// Shows a member as far as it is a counterpart that is there for the reader (S2, S3, S11).
void RelationActor::show(protocol::MembersSeen& seen,
                         const std::string& reader,
                         const store::Scope& own,
                         const std::string& member) const {
  const auto scope = state_.members.find(member);
  if (member == reader || scope == state_.members.end() || scope->second.departing
      || !rules::observes(state_.record, {own.role, own.container},
                          {scope->second.role, scope->second.container})) {
    if (!seen.complete)
      seen.gone.push_back(member);
    return;
  }
  seen.members[member] = state_.bags.at(member).version;
}

protocol::MembersSeen RelationActor::members_for(const protocol::ReadMembers& reader) const {
  protocol::MembersSeen seen;
  seen.relation = state_.record.id;
  const auto own = state_.members.find(reader.unit);
  if (own == state_.members.end())
    return seen;
  seen.departing = own->second.departing;
  seen.time = counterparts_.now();
  const auto changed = reader.seen == 0 || state_.record.scope != store::ScopeKind::Global
                         ? std::nullopt
                         : counterparts_.since(own->second.role, reader.seen);
  seen.complete = !changed;
  if (changed)
    for (const std::string& member : *changed)
      show(seen, reader.unit, own->second, member);
  else if (state_.record.scope == store::ScopeKind::Container)
    for (const std::string_view member : counterparts_.in_container(own->second.container))
      show(seen, reader.unit, own->second, std::string(member));
  else
    for (const std::string_view member : counterparts_.observed_by(own->second.role))
      show(seen, reader.unit, own->second, std::string(member));
  const store::RelationEnd* end =
    rules::counterpart_of(state_.record, store::application_of(reader.unit));
  if (end != nullptr)
    if (const auto bag = state_.bags.find(end->application); bag != state_.bags.end())
      seen.application_version = bag->second.version;
  return seen;
}

void RelationActor::read_bag(const protocol::ReadBag& message) {
  when_free([this, message, asker = sender()] {
    protocol::BagSeen seen{message.ticket, state_.record.id, message.owner, false, {}};
    if (auto bag = rules::readable_bag(state_, message.reader, message.owner)) {
      seen.found = true;
      seen.values = std::move(bag->values);
    }
    deliver(asker, caf::make_message(std::move(seen)));
  });
}

} // namespace orrery::entities
