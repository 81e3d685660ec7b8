#include "cmd/views/check/parts.hpp"

namespace orrery::check {

namespace {

using agents::Step;
using hooks::Keeper;

std::string name_of(const Keeper& keeper) {
  return "process " + std::to_string(keeper.pid) + " on machine " + std::to_string(keeper.machine);
}

bool runs_hook(const Notes& notes, const std::string& unit) {
  const auto local = notes.units.find(unit);
  return local != notes.units.end() && local->second.operation
         && local->second.operation->step == Step::Pending;
}

void compare_keeper(const Observed& observed, const Keeper& keeper, Differences& found) {
  if (keeper.unit.empty()) { // a user's command on the machine itself
    if (!observed.contents.machines.contains(keeper.machine))
      found.push_back({"machine " + std::to_string(keeper.machine), "no such machine",
                       name_of(keeper) + " keeps what a command left running",
                       "kill what runs below process " + std::to_string(keeper.pid),
                       Patience::Short});
    return;
  }
  const auto unit = observed.contents.units.find(keeper.unit);
  const bool is_known = unit != observed.contents.units.end();
  if (!is_known || !unit->second.assigned || unit->second.machine != keeper.machine)
    found.push_back(
      {unit_entity(keeper.unit), place_in_records(observed.contents, keeper.unit),
       name_of(keeper) + " keeps what a hook of it left running",
       "kill what runs below process " + std::to_string(keeper.pid)
         + ": it ends with the last of them",
       is_holder_unattended(observed, keeper.unit) ? Patience::Known : Patience::Short});
  else if (keeper.hook_running && !keeper.command && !keeper.update_status
           && !runs_hook(observed.notes, keeper.unit))
    found.push_back({unit_entity(keeper.unit), "no hook of it runs",
                     name_of(keeper) + " runs a hook of it, which its agent's notes do not say",
                     "kill -9 " + std::to_string(keeper.pid) + ": its hook ends with it",
                     Patience::Short});
}

} // namespace

void compare_processes(const Observed& observed, Differences& found) {
  std::set<std::string> with_hook;
  for (const Keeper& keeper : observed.keepers) {
    compare_keeper(observed, keeper, found);
    if (keeper.hook_running && !keeper.command)
      with_hook.insert(keeper.unit);
  }
  for (const auto& [unit, local] : observed.notes.units)
    if (runs_hook(observed.notes, unit) && !with_hook.contains(unit)
        && observed.contents.units.contains(unit))
      found.push_back(
        {unit_entity(unit),
         "its agent's notes say that hook " + hook_name(local.operation->hook) + " runs",
         "no process runs a hook of it",
         "restart orrery serve: the hook counts as failed and runs again",
         is_unattended(observed.contents, unit) ? Patience::Known : Patience::Short});
}

} // namespace orrery::check
