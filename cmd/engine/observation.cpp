#include "cmd/engine/observation.hpp"

#include "actors/providers/storage_places.hpp"
#include "actors/rules/history.hpp"
#include "actors/workflow/back_off.hpp"
#include "config/model_keys.hpp"
#include "store/broken_history.hpp"
#include "store/broken_secrets.hpp"

#include <set>
#include <string>

namespace orrery::cmd {

namespace {

/// Units are asked of machines whose instance is there only. One that is lost is not there, unless
/// no machine has it: then it is to be released.
tl::expected<check::Directories, std::string> list_directories(providers::Provider& provider,
                                                               const store::Contents& contents) {
  check::Directories directories;
  const auto instances = provider.list();
  if (!instances)
    return tl::unexpected(instances.error().text);
  std::set<std::string> lost;
  for (const providers::Instance& instance : *instances) {
    directories.instances.insert(instance.name);
    if (instance.lost)
      lost.insert(instance.name);
  }
  for (const auto& [id, machine] : contents.machines) {
    if (lost.contains(machine.instance))
      directories.instances.erase(machine.instance);
    if (!directories.instances.contains(machine.instance))
      continue;
    const auto units = provider.deployed_units(id);
    if (!units)
      return tl::unexpected(units.error().text);
    directories.units[id].insert(units->begin(), units->end());
  }
  return directories;
}

/// Records and history as one snapshot shows them.
tl::expected<void, std::string> read_records(check::Observed& observed,
                                             const store::Snapshot& model,
                                             const config::Settings& settings) {
  auto contents = store::read_contents(model);
  if (!contents)
    return tl::unexpected(contents.error().text);
  observed.contents = std::move(*contents);
  auto broken = store::broken_history(model, observed.contents,
                                      rules::history_kept_longest(settings.history_kept));
  if (!broken)
    return tl::unexpected(broken.error().text);
  observed.broken_history = std::move(*broken);
  auto secrets = store::broken_secrets(model, observed.contents);
  if (!secrets)
    return tl::unexpected(secrets.error().text);
  observed.broken_secrets = std::move(*secrets);
  return {};
}

} // namespace

tl::expected<check::Observed, std::string> observe_records(const Stores& stores,
                                                           const config::Settings& settings) {
  check::Observed observed;
  if (const auto read = read_records(observed, *stores.model->snapshot(), settings); !read)
    return tl::unexpected(read.error());
  return observed;
}

tl::expected<check::Observed, std::string>
observe_all(const Stores& stores, providers::Provider& provider, const config::Settings& settings) {
  const auto model = stores.model->snapshot();
  const auto agents = stores.notes->snapshot(); // together with the model's, before either is read
  check::Observed observed;
  observed.keepers = hooks::find_keepers(stores.place.directory);
  if (const auto read = read_records(observed, *model, settings); !read)
    return tl::unexpected(read.error());
  const bool retries = config::retries_hooks(observed.contents.model_config.values);
  observed.retry = agents::policy_if(retries, settings.retry);
  auto notes = check::read_notes(*agents);
  if (!notes)
    return tl::unexpected(notes.error().text);
  observed.notes = std::move(*notes);
  auto directories = list_directories(provider, observed.contents);
  if (!directories)
    return tl::unexpected(directories.error());
  observed.directories = std::move(*directories);
  const auto storages = providers::storages_in(stores.place.directory);
  if (!storages)
    return tl::unexpected(storages.error().text);
  observed.directories.storages.emplace(storages->begin(), storages->end());
  return observed;
}

} // namespace orrery::cmd
