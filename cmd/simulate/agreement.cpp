#include "cmd/simulate/agreement.hpp"

#include "cmd/simulate/world.hpp"
#include "cmd/views/check/differences.hpp"
#include "cmd/views/check/verdict.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace orrery::simulate {

namespace {

check::Observed observe(World& world) {
  check::Observed observed;
  observed.contents = world.contents();
  auto notes = check::read_notes(*world.notes_database().snapshot());
  if (!notes)
    throw std::runtime_error(notes.error().text);
  observed.notes = std::move(*notes);
  const SimulatedProvider& provider = world.provider();
  pid_t number = 0;
  for (const auto& [unit, machine] : provider.kept())
    observed.keepers.push_back({++number, machine, unit, false});
  observed.directories.instances = provider.instances();
  for (const auto& [id, machine] : observed.contents.machines)
    if (provider.instances().contains(machine.instance))
      observed.directories.units[id]; // asked of those only
  for (const auto& [unit, machine] : provider.deployed())
    if (const auto there = observed.directories.units.find(machine);
        there != observed.directories.units.end())
      there->second.insert(unit);
  observed.quiet = true;
  return observed;
}

} // namespace

std::vector<std::string> disagreements(World& world) {
  constexpr store::Milliseconds patience =
    60'000; // an unknown instance is released when it was seen twice
  check::Differences lasting = check::differences(observe(world));
  if (lasting.empty())
    return {};
  world.advance(patience);
  if (!world.calm(patience))
    return {}; // something has begun meanwhile: the next look will tell
  lasting = check::unchanged(std::move(lasting), check::differences(observe(world)));
  std::vector<std::string> all;
  for (const check::Difference& fault : check::judge(lasting, true).faults)
    all.push_back(
      fmt::format("check: {}: records: {}; found: {}", fault.entity, fault.records, fault.found));
  return all;
}

} // namespace orrery::simulate
