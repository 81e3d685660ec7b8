#include "actors/entities/actors.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>

namespace orrery::entities {

ApplicationActor::ApplicationActor(caf::actor_config& config,
                                   Services& services,
                                   rules::ApplicationState state)
  : Entity(config, services), state_(std::move(state)) {}

caf::behavior ApplicationActor::make_behavior() {
  return {on(&ApplicationActor::arrive), on(&ApplicationActor::decided),
          on(&ApplicationActor::observe), on(&ApplicationActor::unobserve),
          on(&ApplicationActor::read_config)};
}

rules::Decision ApplicationActor::decide(const rules::Step& step, const rules::Context& context) {
  rules::Decision decision = rules::decide(state_, step, context);
  assert(rules::keeps_to_tables(state_, decision.writes));
  return decision;
}

void ApplicationActor::take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) {
  bool notable = false;
  for (const rules::Write& write : writes)
    notable |= rules::absorb(state_, write);
  if (notable && !observers_.empty())
    observers_.tell(outbox, seen());
  if (state_.gone)
    services().directory.remove(rules::application(state_.record.name), id());
}

void ApplicationActor::observe(const protocol::Observe&) {
  observers_.add(sender());
  deliver(sender(), seen());
}

void ApplicationActor::unobserve(const protocol::Unobserve&) {
  observers_.remove(sender());
}

void ApplicationActor::read_config(const protocol::ReadConfig& message) {
  deliver(sender(), caf::make_message(protocol::ConfigSeen{
                      message.ticket, state_.record.config_version, state_.config.values,
                      *state_.charm, state_.record.status}));
}

caf::message ApplicationActor::seen() const {
  protocol::ApplicationSeen seen{state_.record, {}, state_.gone};
  for (const auto& [id, relation] : state_.relations)
    seen.relations.push_back(relation);
  return caf::make_message(std::move(seen));
}

} // namespace orrery::entities
