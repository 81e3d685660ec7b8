#include "actors/entities/actors.hpp"

namespace orrery::entities {

caf::behavior MachineActor::make_behavior() {
  return {on(&MachineActor::arrive), on(&MachineActor::decided), on(&MachineActor::observe),
          on(&MachineActor::unobserve)};
}

caf::message MachineActor::seen() const {
  return caf::make_message(protocol::MachineSeen{
    state().record, {state().principals.begin(), state().principals.end()}, state().gone});
}

rules::Who MachineActor::who() const {
  return rules::machine(state().record.id);
}

} // namespace orrery::entities
