#include "actors/agents/provisioning.hpp"

#include "actors/rules/machine.hpp"

namespace orrery::agents {

Provisioning provisioning(const store::Machine& machine, bool hosts_principals) {
  const bool has_instance = !machine.instance.empty();
  switch (machine.life) {
  case store::Life::Alive:
    if (rules::is_renewed(machine) && rules::is_abandoned(machine))
      return Provisioning::Renew;
    return has_instance ? Provisioning::Nothing : Provisioning::Start;
  case store::Life::Dying: // with an instance its own agent acts (M4)
    return has_instance || hosts_principals ? Provisioning::Nothing : Provisioning::SetDead;
  case store::Life::Dead:
    return has_instance ? Provisioning::Release : Provisioning::Delete; // M6
  }
  return Provisioning::Nothing;
}

} // namespace orrery::agents
