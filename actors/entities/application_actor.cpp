#include "actors/entities/actors.hpp"

namespace orrery::entities {

caf::behavior ApplicationActor::make_behavior() {
  return {on(&ApplicationActor::arrive), on(&ApplicationActor::decided),
          on(&ApplicationActor::observe), on(&ApplicationActor::unobserve),
          on(&ApplicationActor::read_config)};
}

void ApplicationActor::read_config(const protocol::ReadConfig& message) {
  when_free([this, asker = sender(), ticket = message.ticket] {
    deliver(asker, caf::make_message(protocol::ConfigSeen{
                     ticket, state().record.config_version, state().config.values, *state().charm,
                     state().record.status, state().leader_settings.values}));
  });
}

caf::message ApplicationActor::seen() const {
  protocol::ApplicationSeen seen{state().record, {}, state().gone, state().leader_settings.version};
  for (const auto& [id, relation] : state().relations)
    seen.relations.push_back(relation);
  return caf::make_message(std::move(seen));
}

rules::Who ApplicationActor::who() const {
  return rules::application(state().record.name);
}

} // namespace orrery::entities
