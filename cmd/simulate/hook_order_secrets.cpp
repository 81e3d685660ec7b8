#include "actors/workflow/secret_steps.hpp"
#include "cmd/simulate/hook_order.hpp"

#include <algorithm>

/// Hooks of secrets among a unit's others (SE43).
namespace orrery::simulate {

/// Whether the model does not ask the unit for the hook any more, or the unit goes (SE43): whoever
/// failed at it need not try again.
bool HookOrder::is_void_for_secret(const HookBegun& hook) const {
  if (hook.secret.empty())
    return false;
  const std::string id = hook.secret.substr(0, hook.secret.find('/'));
  const store::Contents& all = ledger_.contents();
  const auto unit = all.units.find(hook.unit);
  if (unit == all.units.end() || unit->second.life != store::Life::Alive)
    return true;
  const auto leads = [&](const std::string& application) {
    const auto found = all.applications.find(application);
    return found != all.applications.end() && found->second.leader == hook.unit;
  };
  return std::none_of(all.secret_hooks.begin(), all.secret_hooks.end(), [&](const auto& entry) {
    const store::SecretHook& asked = entry.second;
    return asked.secret == id && agents::secret_hook_name(asked.kind) == hook.name
           && (asked.who == hook.unit || leads(asked.who));
  });
}

void HookOrder::flush_refused(const std::string& name) {
  const auto found = units_.find(name);
  if (found == units_.end())
    return;
  found->second.disturbed = true;
  found->second.has_failed = true;
}

std::string flushing_unit(const std::vector<rules::Visit>& route) {
  for (const rules::Visit& visit : route)
    if (const auto* command = std::get_if<protocol::Command>(&visit.step))
      if (const auto* flush = std::get_if<protocol::FlushHook>(command))
        return flush->unit;
  return {};
}

/// None comes before the unit serves.
void HookOrder::judge_secret_hook(const Unit& unit, const HookBegun& hook) {
  if (!unit.started && has(hook, "start"))
    say(hook, "runs before start (SE43)");
}

} // namespace orrery::simulate
