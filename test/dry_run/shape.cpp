#include "test/dry_run/shape.hpp"

#include "test/support/world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::test {

std::map<std::string, std::string> bytes_of(const store::Contents& contents) {
  std::map<std::string, std::string> all;
  for (const store::Change& change : first_batch(contents))
    all[change.key] = change.value.value_or("");
  return all;
}

namespace {

std::string name_in(const store::Contents& contents, const std::string& unit) {
  const auto found = contents.units.find(unit);
  if (found == contents.units.end() || found->second.principal.empty())
    return unit;
  return fmt::format("{} of {}", found->second.application, found->second.principal);
}

std::string older_charms_in(const store::Application& application) {
  std::string text;
  for (const auto& [charm, units] : application.older_charms)
    text += fmt::format(" {}: {}", charm, units);
  return text;
}

} // namespace

std::vector<std::string> shape_of(const store::Contents& contents) {
  std::vector<std::string> lines;
  for (const auto& [id, machine] : contents.machines)
    lines.push_back(fmt::format("machine {} {} instance {} draining {}", id,
                                store::to_string(machine.life), !machine.instance.empty(),
                                machine.draining));
  for (const auto& [name, unit] : contents.units)
    lines.push_back(fmt::format("unit {} {} on {} with {}{}", name_in(contents, name),
                                store::to_string(unit.life), unit.machine, unit.charm,
                                unit.skipped_upgrade.empty() ? "" : " without upgrade-charm"));
  for (const auto& [name, application] : contents.applications)
    lines.push_back(fmt::format("application {} {} units {} relations {} next {} led {} has {}{}",
                                name, store::to_string(application.life), application.unit_count,
                                application.relation_count, application.next_unit,
                                !application.leader.empty(), application.charm,
                                older_charms_in(application)));
  for (const auto& [id, relation] : contents.relations)
    lines.push_back(fmt::format("relation {} {} {} units {}", id, relation.key,
                                store::to_string(relation.life), relation.unit_count));
  for (const auto& [key, scope] : contents.scopes)
    lines.push_back(fmt::format("scope {} {} in {} departing {}", key.first,
                                name_in(contents, scope.unit), scope.container, scope.departing));
  for (const auto& [key, bag] : contents.bags)
    lines.push_back(fmt::format("bag {} {}", key.first, name_in(contents, bag.owner)));
  for (const auto& [name, sequence] : contents.sequences)
    lines.push_back(fmt::format("sequence {} {}", name, sequence.next));
  for (const auto& [id, cleanup] : contents.cleanups)
    lines.push_back(fmt::format("cleanup {}", id));
  for (const auto& [key, force] : contents.forces)
    lines.push_back(fmt::format("force {}", key));
  for (const auto& [url, charm] : contents.charms)
    lines.push_back("charm " + url);
  std::sort(lines.begin(), lines.end());
  return lines;
}

} // namespace orrery::test
