#include "store/violations.hpp"

#include <map>
#include <set>
#include <utility>

namespace orrery::store {

namespace {

/// Units of an application by the charm that they have: views into the records.
using UnitsByCharm = std::map<std::pair<std::string_view, std::string_view>, std::uint32_t>;

UnitsByCharm units_by_charm(const Contents& contents) {
  UnitsByCharm counts;
  for (const auto& [name, unit] : contents.units)
    ++counts[{unit.application, unit.charm}];
  return counts;
}

/// A unit that has neither its application's charm nor one that the application counts is said
/// here, because the count that lacks is 0.
void check_older(const Application& application, UnitsByCharm& units, Violations& violations) {
  units.erase({application.name, application.charm});
  for (const auto& [url, count] : application.older_charms) {
    const auto found = units.find({application.name, url});
    const std::uint32_t there = found == units.end() ? 0 : found->second;
    if (found != units.end())
      units.erase(found);
    if (url == application.charm)
      violations.say("application ", application.name, " has charm ", url,
                     ", and counts it among those it had before");
    else if (count != there)
      violations.say("application ", application.name, " counts ", count, " units of charm ", url,
                     ", but has ", there);
    else if (count == 0)
      violations.say("application ", application.name, " counts charm ", url,
                     ", which none of its units has");
  }
}

/// The charm whose upgrade a unit has passed over is the one that it has (P32).
void check_skipped(const Contents& contents, Violations& violations) {
  for (const auto& [name, unit] : contents.units)
    if (!unit.skipped_upgrade.empty() && unit.skipped_upgrade.text() != unit.charm)
      violations.say("unit ", name, " has passed over the upgrade to ", unit.skipped_upgrade.text(),
                     ", but has charm ", unit.charm);
}

void check_kept(const Contents& contents, Violations& violations) {
  std::set<std::string_view> in_use;
  for (const auto& [name, application] : contents.applications) {
    in_use.insert(application.charm);
    for (const auto& [url, count] : application.older_charms)
      in_use.insert(url);
  }
  for (const auto& [url, charm] : contents.charms) {
    if (!in_use.contains(url))
      violations.say("charm ", url, " is kept, but no application has it");
    const auto sequence = contents.charm_sequences.find(charm.name);
    if (sequence != contents.charm_sequences.end() && charm.revision >= sequence->second.next)
      violations.say("the next revision of charm ", charm.name, " is ", sequence->second.next,
                     ", but ", url, " exists (P4)");
  }
}

} // namespace

void check_charms(const Contents& contents, Violations& violations) {
  UnitsByCharm units = units_by_charm(contents);
  for (const auto& [name, application] : contents.applications)
    check_older(application, units, violations);
  for (const auto& [which, count] : units)
    if (contents.applications.contains(std::string(which.first)))
      violations.say("application ", which.first, " counts 0 units of charm ", which.second,
                     ", but has ", count);
  check_skipped(contents, violations);
  check_kept(contents, violations);
}

} // namespace orrery::store
