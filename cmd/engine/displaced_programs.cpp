#include "cmd/engine/displaced_programs.hpp"

#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/runtime/log.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace orrery::cmd {

namespace {

constexpr std::chrono::seconds displaced_grace{2};

/// Names them, by where their model lies; empty: nowhere.
std::map<std::string, std::string> by_place(const std::vector<hooks::DisplacedKeeper>& keepers) {
  std::map<std::string, std::string> names;
  for (const auto& [keeper, place] : keepers) {
    std::string& all = names[place.string()];
    all += (all.empty() ? "" : ", ")
           + (keeper.unit.empty() ? "machine " + std::to_string(keeper.machine) : keeper.unit)
           + " (keeper " + std::to_string(keeper.pid) + ")";
  }
  return names;
}

} // namespace

void settle_displaced_programs(const std::filesystem::path& data_directory) {
  const auto [found, left] = hooks::end_programs_of_deleted(data_directory, displaced_grace);
  std::vector<hooks::DisplacedKeeper> ended;
  for (const auto& one : found)
    if (std::ranges::none_of(left,
                             [&](const auto& other) { return other.keeper.pid == one.keeper.pid; }))
      ended.push_back(one);
  for (const auto& [place, names] : by_place(ended))
    runtime::log("serve")->warn("programs of a model that was deleted here were ended{}",
                                runtime::field("of", names));
  for (const auto& [place, names] : by_place(left)) {
    const std::string why = place.empty()
                              ? "its model was deleted, and they do not end although killed"
                              : "its model lies in " + place
                                  + " now: serve that and remove the units, or end them by kill";
    runtime::log("serve")->warn("programs run here for a model that is not served{}{}",
                                runtime::field("of", names), runtime::field("why", why));
  }
}

} // namespace orrery::cmd
