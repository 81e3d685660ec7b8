#include "cmd/engine/unknown_data.hpp"

#include "actors/hooks/ended_programs.hpp"
#include "actors/providers/storage_places.hpp"
#include "cmd/engine/unused_charms.hpp"
#include "config/sync_directory.hpp"
#include "store/keys.hpp"
#include "store/kinds.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
using PutAside = tl::expected<void, std::string>;

std::vector<fs::path> entries_of(const fs::path& directory) {
  std::vector<fs::path> entries;
  std::error_code error; // not there: none
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error))
    entries.push_back(entry->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

PutAside move_aside(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error && std::rename(from.c_str(), to.c_str()) != 0)
    error.assign(errno, std::generic_category());
  int number = error.value();
  for (const fs::path& place : {to.parent_path(), from.parent_path()})
    if (number == 0)
      number = config::sync_directory(place);
  if (number == 0)
    return {};
  return tl::unexpected("cannot put " + from.string() + " aside to " + to.string() + ": "
                        + std::generic_category().message(number));
}

/// Looks through a model's directory, and moves what its records do not know.
class Sorting {
public:
  Sorting(const fs::path& model, store::Contents known)
    : model_(model), known_(std::move(known)), aside_(lost_place(model)) {}

  PutAside sort(const std::vector<fs::path>& charms) {
    for (const fs::path& place : entries_of(model_ / "machines"))
      if (const auto machine = store::parse_id(place.filename().string()))
        if (auto sorted = sort_machine(*machine, place); !sorted)
          return sorted;
    for (const fs::path& charm : charms)
      if (auto moved = put("charm " + charm.filename().string(), charm); !moved)
        return moved;
    const auto storages = providers::storages_in(model_);
    if (!storages)
      return tl::unexpected(storages.error().text);
    for (const std::string& storage : *storages)
      look_at_storage(storage);
    return {};
  }

  UnknownData take() { return std::move(unknown_); }

private:
  PutAside sort_machine(store::MachineId machine, const fs::path& place) {
    const bool is_known = known_.machines.contains(machine);
    if (!is_known)
      count("next_machine", machine);
    for (const fs::path& directory : entries_of(place / "units")) {
      const std::string unit = hooks::unit_of_directory(directory.filename().string());
      const auto found = known_.units.find(unit);
      if (unit.empty()
          || (found != known_.units.end() && found->second.assigned
              && found->second.machine == machine))
        continue;
      count_unit(unit);
      if (auto moved = is_known ? put("unit " + unit, directory) : PutAside(); !moved)
        return moved;
    }
    return is_known ? PutAside() : put("machine " + std::to_string(machine), place);
  }

  void look_at_storage(const std::string& id) {
    if (known_.storages.contains(id))
      return;
    unknown_.storages.push_back(id);
    if (const auto number = store::parse_id(id.substr(id.find('/') + 1)))
      count("next_storage", *number);
  }

  PutAside put(const std::string& what, const fs::path& place) {
    if (auto moved = move_aside(place, aside_ / place.lexically_relative(model_)); !moved)
      return moved;
    unknown_.aside = aside_;
    unknown_.what.push_back(what);
    return {};
  }

  void count(const std::string& counter, std::uint64_t given) {
    auto& next = unknown_.numbers.records[store::model_key()][counter];
    next = std::max(next, given + 1);
  }

  void count_unit(const std::string& unit) {
    const std::size_t slash = unit.find('/');
    const auto number = store::parse_id(unit.substr(slash + 1));
    if (!number)
      return;
    auto& next = unknown_.numbers.units[unit.substr(0, slash)];
    next = std::max(next, *number + 1);
    unknown_.numbers.named = std::max(unknown_.numbers.named, next);
  }

  fs::path model_;
  store::Contents known_;
  fs::path aside_;
  UnknownData unknown_;
};

} // namespace

fs::path lost_place(const fs::path& directory) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return directory / ("lost-" + std::to_string(now / std::chrono::seconds(1)));
}

/// Machines go last: as long as they are there, a start does this again.
tl::expected<fs::path, std::string> put_rest_aside(const fs::path& model) {
  const fs::path aside = lost_place(model);
  for (const char* name :
       {"kept", "holders", "ended", "charms", "agents.witness", "agents", "storage", "machines"})
    if (std::error_code error; fs::exists(fs::symlink_status(model / name, error)))
      if (auto moved = move_aside(model / name, aside / name); !moved)
        return tl::unexpected(moved.error());
  return aside;
}

tl::expected<UnknownData, std::string> put_unknown_aside(const fs::path& model,
                                                         const store::Snapshot& records) {
  auto known = store::read_kinds(records, "hud");
  if (!known)
    return tl::unexpected(known.error().text);
  Sorting sorting(model, std::move(*known));
  if (auto sorted = sorting.sort(unused_charms(model, records)); !sorted)
    return tl::unexpected(sorted.error());
  return sorting.take();
}

tl::expected<fs::path, std::string> put_model_aside(const fs::path& data, const fs::path& model) {
  const fs::path aside = lost_place(data) / model.filename();
  if (auto moved = move_aside(model, aside); !moved)
    return tl::unexpected(moved.error());
  return aside;
}

} // namespace orrery::cmd
