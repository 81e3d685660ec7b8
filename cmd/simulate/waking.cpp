#include "cmd/simulate/waking.hpp"

#include "actors/agents/roster.hpp"
#include "cmd/simulate/world.hpp"

#include <caf/send.hpp>

#include <string>
#include <vector>

namespace orrery::simulate {

bool misses_a_loss(const World& world) {
  const store::Contents all = world.contents();
  for (const store::MachineId lost : world.provider().lost())
    if (const auto found = all.machines.find(lost);
        found != all.machines.end() && found->second.status.value != "down")
      return true;
  return false;
}

void wake_everybody(World& world) {
  std::vector<std::string> units;
  for (const auto& [name, unit] : world.contents().units)
    units.push_back(name);
  const int process = world.crashes();
  for (const std::string& unit : units)
    if (const caf::actor agent = world.agent_of(unit))
      caf::anon_send(agent, agents::MayRest{});
  world.run();
  if (world.crashes() != process)
    return;
  for (const std::string& unit : units)
    (void)world.roster().stir(unit);
  world.run();
}

} // namespace orrery::simulate
