#include "cmd/engine/observation.hpp"

#include "store/contents.hpp"

namespace orrery::cmd {

namespace {

/// Units are asked of machines whose instance is there only.
tl::expected<check::Directories, std::string> list_directories(providers::Provider& provider,
                                                               const store::Contents& contents) {
  check::Directories directories;
  const auto instances = provider.list();
  if (!instances)
    return tl::unexpected(instances.error().text);
  for (const providers::Instance& instance : *instances)
    directories.instances.insert(instance.name);
  for (const auto& [id, machine] : contents.machines) {
    if (!directories.instances.contains(machine.instance))
      continue;
    const auto units = provider.deployed_units(id);
    if (!units)
      return tl::unexpected(units.error().text);
    directories.units[id].insert(units->begin(), units->end());
  }
  return directories;
}

} // namespace

tl::expected<check::Observed, std::string>
observe_all(const Stores& stores, providers::Provider& provider, const config::Settings& settings) {
  const auto model = stores.model->snapshot();
  const auto agents = stores.notes->snapshot(); // together with the model's, before either is read
  check::Observed observed;
  observed.retry = settings.retry;
  observed.keepers = hooks::find_keepers(settings.data_directory);
  auto contents = store::read_contents(*model);
  if (!contents)
    return tl::unexpected(contents.error().text);
  observed.contents = std::move(*contents);
  auto notes = check::read_notes(*agents);
  if (!notes)
    return tl::unexpected(notes.error().text);
  observed.notes = std::move(*notes);
  auto directories = list_directories(provider, observed.contents);
  if (!directories)
    return tl::unexpected(directories.error());
  observed.directories = std::move(*directories);
  return observed;
}

} // namespace orrery::cmd
