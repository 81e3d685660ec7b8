#include "store/violations.hpp"

#include <map>

namespace orrery::store {

namespace {

std::string place_of(const Unit& unit) {
  return unit.assigned ? "on machine " + std::to_string(unit.machine) : "on no machine";
}

/// A subordinate is where its principal is, which is nobody's subordinate (L5, B1).
void check_principal(const Unit& unit, const Unit& principal, Violations& violations) {
  if (!principal.principal.empty())
    violations.say("unit ", unit.name, " is subordinate to ", principal.name,
                   ", which is subordinate to ", principal.principal);
  if (unit.assigned != principal.assigned || (unit.assigned && unit.machine != principal.machine))
    violations.say("unit ", unit.name, " is ", place_of(unit), ", but its principal ",
                   principal.name, " is ", place_of(principal));
}

} // namespace

void check_subordinates(const Contents& contents, Violations& violations) {
  std::map<std::pair<std::string, std::string>, std::string> holders; // principal and application
  for (const auto& [name, unit] : contents.units) {
    const auto application = contents.applications.find(unit.application);
    if (application != contents.applications.end()
        && application->second.subordinate == unit.principal.empty())
      violations.say("unit ", name,
                     unit.principal.empty() ? " has no principal, but application "
                                            : " has a principal, but application ",
                     unit.application,
                     unit.principal.empty() ? " is subordinate (B5)" : " is not subordinate (B5)");
    if (unit.principal.empty())
      continue;
    const auto principal = contents.units.find(unit.principal);
    if (principal != contents.units.end())
      check_principal(unit, principal->second, violations);
    const auto [holder, first] = holders.emplace(std::pair(unit.principal, unit.application), name);
    if (!first)
      violations.say("units ", holder->second, " and ", name, " of application ", unit.application,
                     " are both subordinate to ", unit.principal, " (B2)");
  }
}

} // namespace orrery::store
