#include "cmd/simulate/sights.hpp"

#include "actors/agents/unit_agent.hpp"
#include "actors/workflow/seen_at_start.hpp"
#include "cmd/simulate/world.hpp"

#include <caf/actor_cast.hpp>
#include <fmt/format.h>

#include <optional>

namespace orrery::simulate {
namespace {

using agents::SeenRelation;
using agents::SeenStorages;
using agents::UnitSight;

/// @returns the first part of a relation that is seen otherwise; empty if none is.
std::string difference(const SeenRelation& seen, const SeenRelation& recorded) {
  if (seen.life != recorded.life)
    return "life";
  if (seen.endpoint != recorded.endpoint || seen.remote_application != recorded.remote_application
      || seen.peer != recorded.peer || seen.hookless != recorded.hookless
      || seen.container != recorded.container)
    return "ends";
  if (seen.in_scope != recorded.in_scope)
    return "scope";
  if (seen.skip_failed_hooks != recorded.skip_failed_hooks && seen.life != store::Life::Alive)
    return "skipped hooks";
  if (!seen.members_known || !seen.in_scope)
    return {}; // read when they are needed
  if (seen.departing != recorded.departing)
    return "departing";
  if (seen.members != recorded.members)
    return "members";
  return seen.application_version != recorded.application_version ? "settings of the application"
                                                                  : "";
}

/// @returns the first storage that is seen otherwise; empty if none is.
std::string difference(const SeenStorages& seen, const SeenStorages& recorded) {
  for (const auto& [id, storage] : recorded)
    if (const auto found = seen.find(id); found == seen.end() || found->second.life != storage.life
                                          || found->second.destroyed != storage.destroyed
                                          || found->second.location != storage.location)
      return "storage " + id;
  for (const auto& [id, storage] : seen)
    if (!recorded.contains(id))
      return "storage " + id + ", which it does not have";
  return {};
}

std::string difference(const UnitSight& seen, const UnitSight& recorded) {
  if (seen.life != recorded.life || seen.resolved != recorded.resolved
      || seen.charm != recorded.charm || seen.charm_changes != recorded.charm_changes)
    return "its unit";
  if (seen.application_life != recorded.application_life
      || seen.config_version != recorded.config_version
      || seen.leader_settings_version != recorded.leader_settings_version
      || seen.application_charm != recorded.application_charm
      || seen.application_charm_changes != recorded.application_charm_changes
      || seen.force_units != recorded.force_units)
    return "its application";
  if (seen.leader != recorded.leader) // that nobody leads, one after the other is told
    return "whether it leads";
  if (seen.subordinate != recorded.subordinate || seen.principal_life != recorded.principal_life
      || seen.kept_by_container != recorded.kept_by_container)
    return "its principal";
  if (seen.subordinates < recorded.subordinates)
    return "its subordinates"; // more are held until they are recalled
  for (const auto& [id, relation] : recorded.relations)
    if (const auto found = seen.relations.find(id); found == seen.relations.end())
      return fmt::format("relation {}, which it does not know", id);
    else if (const std::string part = difference(found->second, relation); !part.empty())
      return fmt::format("{} of relation {}", part, id);
  if (const std::string part = difference(seen.storages, recorded.storages); !part.empty())
    return part;
  for (const auto& [id, relation] : seen.relations)
    if (!recorded.relations.contains(id))
      return fmt::format("relation {}, in which it has no part", id);
  return {};
}

/// @returns nobody where the unit's agent rests, or has not seen all yet.
const agents::UnitAgent* agent_that_sees(World& world, const std::string& unit) {
  const caf::actor handle = world.agent_of(unit);
  if (!handle)
    return nullptr;
  const auto* agent =
    dynamic_cast<const agents::UnitAgent*>(caf::actor_cast<caf::abstract_actor*>(handle));
  return agent != nullptr && agent->mind().sees_all() ? agent : nullptr;
}

} // namespace

std::vector<std::string> sights_that_differ(World& world) {
  std::vector<std::string> all;
  const store::Contents contents = world.contents();
  const agents::SeenAtStart records(contents);
  for (const auto& [name, unit] : contents.units)
    if (const agents::UnitAgent* agent = agent_that_sees(world, name))
      if (const std::optional<UnitSight> recorded = records.by(unit))
        if (const std::string part = difference(agent->mind().seen(), *recorded); !part.empty())
          all.push_back(fmt::format("all rests, and the agent of {} does not see {} as the records "
                                    "have it",
                                    name, part));
  return all;
}

bool begins_no_upgrade(World& world, const std::string& unit) {
  const agents::UnitAgent* agent = agent_that_sees(world, unit);
  return agent != nullptr && agent->mind().seen().life == store::Life::Dying
         && agent->mind().notes().upgrade.empty();
}

} // namespace orrery::simulate
