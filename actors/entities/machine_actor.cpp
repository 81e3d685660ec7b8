#include "actors/entities/actors.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>

namespace orrery::entities {

MachineActor::MachineActor(caf::actor_config& config, Services& services, rules::MachineState state)
  : Entity(config, services), state_(std::move(state)) {}

caf::behavior MachineActor::make_behavior() {
  return {on(&MachineActor::arrive), on(&MachineActor::decided), on(&MachineActor::observe),
          on(&MachineActor::unobserve)};
}

rules::Decision MachineActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

void MachineActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  bool notable = false;
  for (const rules::Write& write : writes)
    notable |= rules::absorb(state_, write);
  if (notable && !observers_.empty())
    observers_.tell(outbox, seen());
  if (state_.gone)
    services().directory.remove(rules::machine(state_.record.id), id());
}

void MachineActor::observe(const protocol::Observe&) {
  observers_.add(sender());
  deliver(sender(), seen());
}

void MachineActor::unobserve(const protocol::Unobserve&) {
  observers_.remove(sender());
}

caf::message MachineActor::seen() const {
  return caf::make_message(protocol::MachineSeen{
    state_.record, {state_.principals.begin(), state_.principals.end()}, state_.gone});
}

} // namespace orrery::entities
