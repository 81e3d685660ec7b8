#include "cmd/simulate/newest_charm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace orrery::simulate {

namespace {

using OlderCharms = std::map<std::string, std::uint32_t>;

std::string counts_told(const OlderCharms& charms) {
  std::string text;
  for (const auto& [charm, units] : charms)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", charm, units);
  return text.empty() ? "none" : text;
}

} // namespace

bool waits_for_a_beginning(const store::Contents& contents) {
  return std::ranges::any_of(contents.statuses, [&](const auto& each) {
    const std::string& failing = each.second.error.hook;
    const auto unit = contents.units.find(each.first);
    if (failing.empty() || unit == contents.units.end())
      return false;
    const auto application = contents.applications.find(unit->second.application);
    return failing == store::failed_upgrade
           || (application != contents.applications.end()
               && application->second.charm != unit->second.charm);
  });
}

std::vector<std::string>
charms_that_lag(const store::Contents& contents,
                const std::function<bool(const std::string& unit)>& is_well,
                const std::function<std::string(const std::string& unit)>& directory_of) {
  std::vector<std::string> found;
  std::map<std::string, OlderCharms> older;
  for (const auto& [name, unit] : contents.units) {
    const auto application = contents.applications.find(unit.application);
    if (application == contents.applications.end())
      continue; // an invariant says so
    const std::string& newest = application->second.charm;
    if (unit.charm != newest)
      ++older[unit.application][unit.charm];
    if (!is_well(name))
      continue;
    if (unit.charm != newest)
      found.push_back(
        fmt::format("all rests, and {} has {}, not {} (P24)", name, unit.charm, newest));
    const auto charm = contents.charms.find(unit.charm);
    const std::string files = directory_of(name);
    if (charm != contents.charms.end() && !files.empty() && files != charm->second.directory)
      found.push_back(fmt::format("all rests, and files of {} are those of {}, not of {} (P25)",
                                  name, files, unit.charm));
  }
  for (const auto& [name, application] : contents.applications)
    if (const OlderCharms& counted = application.older_charms; counted != older[name])
      found.push_back(fmt::format("units of {} with older charms are counted {}, and are {} (P21)",
                                  name, counts_told(counted), counts_told(older[name])));
  return found;
}

} // namespace orrery::simulate
