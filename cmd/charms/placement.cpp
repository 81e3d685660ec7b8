#include "cmd/charms/placement.hpp"

#include "cmd/views/explain/named.hpp"
#include "cmd/views/render/missing.hpp"

#include <algorithm>

namespace orrery::cmd {

tl::expected<std::optional<store::MachineId>, std::string>
place_on(const std::string& target, const store::Contents& contents) {
  if (target == "new")
    return std::nullopt;
  if (const auto machine = store::parse_id(target)) {
    if (!contents.machines.contains(*machine))
      return tl::unexpected("machine " + target
                            + " not found: see \"orrery status\", or place on \"new\"");
    return machine;
  }
  if (store::is_unit_name(target)) {
    const auto unit = contents.units.find(target);
    if (unit == contents.units.end())
      return tl::unexpected("unit \"" + target + "\" not found, so nothing can be placed beside it"
                            + render::near_name(contents, store::EntityKind::Unit, target));
    if (!unit->second.assigned)
      return tl::unexpected("unit \"" + target + "\" has no machine yet");
    return unit->second.machine;
  }
  return tl::unexpected("invalid placement \"" + target
                        + "\": write a machine's number, \"new\" or a unit's name");
}

namespace {

std::vector<std::string> parts_of(const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (const auto& value : values) {
    std::size_t from = 0;
    while (from <= value.size()) {
      const auto to = std::min(value.find(',', from), value.size());
      parts.push_back(value.substr(from, to - from));
      from = to + 1;
    }
  }
  return parts;
}

} // namespace

tl::expected<std::vector<std::optional<store::MachineId>>, std::string>
parse_placement(const std::vector<std::string>& values, const store::Contents& contents) {
  std::vector<std::optional<store::MachineId>> places;
  for (const std::string& part : parts_of(values)) {
    const auto place = place_on(part, contents);
    if (!place)
      return tl::unexpected(place.error());
    places.push_back(*place);
  }
  return places;
}

tl::expected<std::vector<std::optional<store::MachineId>>, std::string>
read_placement(Orchestrator& orchestrator, const std::vector<std::string>& values) {
  const auto cannot_read = [](const store::StoreError& fault) {
    return tl::unexpected("cannot read the model: " + fault.text);
  };
  explain::Named targets;
  for (const std::string& part : parts_of(values))
    if (const auto machine = store::parse_id(part))
      targets.machines.push_back(*machine);
    else if (store::is_unit_name(part))
      targets.units.push_back(part);
  const auto named = orchestrator.named(targets);
  if (!named)
    return cannot_read(named.error());
  if (auto places = parse_placement(values, *named))
    return places;
  const auto all = orchestrator.contents(); // an error tells of names that are near
  if (!all)
    return cannot_read(all.error());
  return parse_placement(values, *all);
}

} // namespace orrery::cmd
