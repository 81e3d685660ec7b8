#include "actors/entities/plan.hpp"

#include "actors/rules/plan.hpp"

namespace orrery::entities {

std::vector<rules::Visit> plan(const protocol::Command& command, const Directory& directory) {
  return rules::plan(command,
                     [&directory](const std::string& name) { return directory.find_unit(name); });
}

} // namespace orrery::entities
