#include "cmd/engine/unused_charms.hpp"

#include "actors/agents/charm_keeper.hpp"
#include "actors/providers/removal.hpp"
#include "actors/runtime/log.hpp"
#include "store/codec.hpp"

#include <caf/send.hpp>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

using KeptNames = std::set<std::string>; ///< Of directories below DATA/charms.

std::string kept_name_of(const store::Charm& charm) {
  return fs::path(charm.directory).filename().string();
}

/// Adds an application's; a unit's lie in its own directory.
void add_resources(KeptNames& names, const store::Resources& resources) {
  if (store::is_application_name(resources.owner))
    for (const auto& [name, resource] : resources.all)
      names.insert(store::kept_resource_name(resource.hash));
}

/// Reads which copies the records name; nothing if a record cannot be read.
std::optional<KeptNames> names_on_disk(const store::Snapshot& records) {
  KeptNames names;
  bool is_damaged = false;
  const auto visit = [&](auto key, auto value) {
    const auto record = store::decode(key, value);
    if (const auto* charm = record ? std::get_if<store::Charm>(&*record) : nullptr)
      names.insert(kept_name_of(*charm));
    else if (const auto* resources = record ? std::get_if<store::Resources>(&*record) : nullptr)
      add_resources(names, *resources);
    else
      is_damaged = true;
    return !is_damaged;
  };
  for (const auto& prefix : {store::charm_key(""), store::resources_key("")})
    if (!is_damaged && !records.scan(prefix, visit))
      is_damaged = true;
  return is_damaged ? std::nullopt : std::optional(std::move(names));
}

std::vector<fs::path> unused_below(const fs::path& charms, const KeptNames& used) {
  std::vector<fs::path> unused;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(charms, error))
    if (!used.contains(entry.path().filename().string()))
      unused.push_back(entry.path());
  return unused;
}

void take_away_charm(const fs::path& path,
                     const std::function<tl::expected<void, std::string>(const fs::path&)>& take) {
  const auto field = runtime::field("path", path.string());
  runtime::log("store")->info("a charm that no record names is deleted{}", field);
  if (const auto taken = take(path); !taken)
    runtime::log("store")->warn("a charm that no record names stays{}",
                                field + runtime::field("why", taken.error()));
}

} // namespace

std::vector<fs::path> unused_charms(const fs::path& model_directory,
                                    const store::Snapshot& records) {
  const auto used = names_on_disk(records);
  return used ? unused_below(model_directory / "charms", *used) : std::vector<fs::path>();
}

void remove_unused_charms(const fs::path& model_directory, const store::Contents& contents) {
  KeptNames used;
  for (const auto& [url, charm] : contents.charms)
    used.insert(kept_name_of(charm));
  for (const auto& [owner, resources] : contents.resources)
    add_resources(used, resources);
  for (const fs::path& path : unused_below(model_directory / "charms", used))
    take_away_charm(path, [](const fs::path& whole) { return providers::remove_tree(whole); });
}

/// The records are read while nobody can begin to use a charm, so that none is missed that has come
/// meanwhile. Drafts are not looked at: they are of users whose charm is being read.
bool take_unused_charms(const fs::path& model_directory,
                        const store::Database& model,
                        providers::Trash& trash) {
  const fs::path charms = model_directory / "charms";
  const config::Descriptor closed = config::close_kept_charms(charms);
  std::error_code error;
  if (!closed.is_open())
    return !fs::exists(charms, error);
  const auto used = names_on_disk(*model.snapshot());
  if (!used)
    return true; // whatever else reads the store says so
  for (const fs::path& path : unused_below(charms, *used))
    if (!path.filename().string().starts_with('.'))
      take_away_charm(path, [&](const fs::path& unused) { return trash.take(unused); });
  return true;
}

void keep_charms(entities::Services& services,
                 const fs::path& model_directory,
                 const store::Database& model,
                 providers::Trash& trash,
                 caf::actor_system* pool) {
  const auto sweep = [model_directory, &model, &trash] {
    return take_unused_charms(model_directory, model, trash);
  };
  const auto activity = std::ref(services.activity);
  services.servants.set_charm_keeper(
    pool != nullptr ? pool->spawn<agents::CharmKeeper>(activity, sweep)
                    : services.system.spawn<agents::CharmKeeper, caf::detached>(activity, sweep));
}

config::CharmsHold hold_charms_of(const fs::path& model_directory,
                                  const entities::Services& services) {
  return config::hold_kept_charms(model_directory / "charms", [&services] {
    if (const caf::actor keeper = services.servants.charm_keeper())
      caf::anon_send(keeper, agents::CharmsReleased{});
  });
}

} // namespace orrery::cmd
