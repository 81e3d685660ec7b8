#include "actors/entities/actors.hpp"

namespace orrery::entities {

bool MachineActor::handle(const Content& message) {
  return dispatch(message, &MachineActor::arrive, &MachineActor::decided, &MachineActor::observe,
                  &MachineActor::unobserve);
}

caf::message MachineActor::seen(std::uint64_t answers) const {
  return caf::make_message(
    protocol::MachineSeen{state().record,
                          {state().principals.begin(), state().principals.end()},
                          state().gone,
                          tasks_to_run(state().tasks),
                          answers});
}

rules::Who MachineActor::who() const {
  return rules::machine(state().record.id);
}

} // namespace orrery::entities
