#include "cmd/placement.hpp"

#include "cmd/render/missing.hpp"

#include <algorithm>

namespace orrery::cmd {

tl::expected<std::optional<store::MachineId>, std::string>
place_on(const std::string& target, const store::Contents& contents) {
  if (target == "new")
    return std::nullopt;
  if (const auto machine = store::parse_id(target)) {
    if (!contents.machines.contains(*machine))
      return tl::unexpected{"machine " + target
                            + " not found: see \"orrery status\", or place on \"new\""};
    return machine;
  }
  if (store::is_unit_name(target)) {
    const auto unit = contents.units.find(target);
    if (unit == contents.units.end())
      return tl::unexpected{"unit \"" + target + "\" not found, so nothing can be placed beside it"
                            + render::near_name(contents, render::EntityKind::Unit, target)};
    if (!unit->second.assigned)
      return tl::unexpected{"unit \"" + target + "\" has no machine yet"};
    return unit->second.machine;
  }
  return tl::unexpected{"invalid placement \"" + target
                        + "\": write a machine's number, \"new\" or a unit's name"};
}

tl::expected<std::vector<std::optional<store::MachineId>>, std::string>
parse_placement(const std::vector<std::string>& values, const store::Contents& contents) {
  std::vector<std::optional<store::MachineId>> places;
  for (const auto& value : values) {
    std::size_t from = 0;
    while (from <= value.size()) {
      const auto to = std::min(value.find(',', from), value.size());
      const auto place = place_on(value.substr(from, to - from), contents);
      if (!place)
        return tl::unexpected{place.error()};
      places.push_back(*place);
      from = to + 1;
    }
  }
  return places;
}

} // namespace orrery::cmd
