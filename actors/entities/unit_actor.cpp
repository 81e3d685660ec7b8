#include "actors/entities/actors.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>

namespace orrery::entities {

UnitActor::UnitActor(caf::actor_config& config, Services& services, rules::UnitState state)
  : Entity(config, services), state_(std::move(state)) {}

caf::behavior UnitActor::make_behavior() {
  return {on(&UnitActor::arrive), on(&UnitActor::decided), on(&UnitActor::observe),
          on(&UnitActor::unobserve)};
}

rules::Decision UnitActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

void UnitActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  bool notable = false;
  for (const rules::Write& write : writes)
    notable |= rules::absorb(state_, write);
  if (notable && !observers_.empty())
    observers_.tell(outbox, seen());
  if (state_.gone)
    services().directory.remove(rules::who(state_.record), id());
}

void UnitActor::observe(const protocol::Observe&) {
  observers_.add(sender());
  deliver(sender(), seen());
}

void UnitActor::unobserve(const protocol::Unobserve&) {
  observers_.remove(sender());
}

caf::message UnitActor::seen() const {
  protocol::UnitSeen seen{
    state_.record, {}, {state_.scopes.begin(), state_.scopes.end()}, state_.status, state_.gone};
  for (const auto& [name, life] : state_.subordinates)
    seen.subordinates.push_back({name, life});
  return caf::make_message(std::move(seen));
}

} // namespace orrery::entities
