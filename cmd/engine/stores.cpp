#include "cmd/engine/stores.hpp"

#include "actors/runtime/log.hpp"
#include "cmd/backup/make.hpp"
#include "cmd/backup/restore.hpp"
#include "cmd/engine/accepted_loss.hpp"
#include "cmd/engine/bootstrap.hpp"
#include "cmd/engine/disk_reserve.hpp"
#include "cmd/engine/linked_places.hpp"
#include "cmd/engine/served_version.hpp"
#include "cmd/engine/trusted_path.hpp"
#include "cmd/engine/unknown_data.hpp"
#include "cmd/engine/unused_charms.hpp"
#include "store/pair.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

tl::unexpected<std::string> unsafe(const fs::path& directory, const std::string& why) {
  return tl::unexpected("the data directory " + directory.string() + " is not safe: " + why);
}

tl::expected<void, std::string> make_private(const fs::path& directory) {
  if (directory.string().find(':') != std::string::npos)
    return tl::unexpected("the data directory " + directory.string()
                          + " has a colon in its name, which ends a directory in the PATH that "
                            "hooks find their tools by: choose another");
  std::error_code error;
  if (!fs::exists(directory, error)) { // nothing is made below what others could exchange
    fs::path above = fs::absolute(directory, error);
    while (!fs::exists(above, error) && above.has_relative_path())
      above = above.parent_path();
    if (const std::string why = distrust(above); !why.empty())
      return unsafe(directory, why);
  }
  fs::create_directories(directory, error);
  if (error)
    return tl::unexpected("cannot make the data directory " + directory.string() + ": "
                          + error.message());
  struct stat facts {};
  if (::stat(directory.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode))
    return tl::unexpected("the data directory " + directory.string() + " is no directory");
  if ((facts.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return tl::unexpected("the data directory " + directory.string()
                          + " can be written by others: chmod 700 it, or choose another");
  if (const std::string why = distrust(directory); !why.empty())
    return unsafe(directory, why);
  return {};
}

tl::expected<std::unique_ptr<store::Database>, std::string>
open_one(const config::Settings& settings,
         const fs::path& directory,
         bool accept_loss,
         const store::BlockCache& blocks = nullptr) {
  store::OpenOptions options;
  options.directory = directory;
  options.accept_loss = accept_loss;
  options.write_buffer = settings.store_buffer;
  options.blocks = blocks;
  auto opened = store::Database::open(options);
  if (!opened)
    return tl::unexpected(opened.error().kind == store::StoreError::Kind::NewerSchema
                            ? opened.error().text + way_back(settings.data_directory)
                            : opened.error().text);
  for (const std::string& note : (*opened)->notes())
    runtime::log("store")->warn("the store was opened with a note{}", runtime::field("why", note));
  return std::move(*opened);
}

/// Where locks cannot be had (a network's file system), those of the stores hold.
tl::expected<config::Descriptor, std::string> lock(const fs::path& directory) {
  config::Descriptor place(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (place.is_open() && ::flock(place.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return tl::unexpected("another orrery serves the data directory " + directory.string()
                          + ": stop that one first, or use another data directory");
  return place;
}

tl::expected<std::string, std::string> uuid_of_earlier_store(const config::Settings& settings,
                                                             bool accept_loss) {
  const auto store = open_one(settings, settings.data_directory / "store", accept_loss);
  if (!store)
    return tl::unexpected(store.error());
  auto uuid = read_model_uuid(**store);
  return uuid ? tl::expected<std::string, std::string>(std::move(*uuid))
              : tl::unexpected(uuid.error().text);
}

bool holds_anything(const fs::path& directory) {
  std::error_code error; // not there: nothing
  return fs::directory_iterator(directory, error) != fs::directory_iterator();
}

bool is_made(const fs::path& store) {
  std::error_code error;
  return fs::exists(store / "CURRENT", error);
}

/// A store that was deleted, witness and all, would be made anew: units of which it knew nothing
/// would be deleted, or installed a second time.
tl::expected<void, std::string> check_halves(const ModelPlace& place, bool accept_loss) {
  const bool has_machines = holds_anything(place.directory / "machines");
  if (!has_machines && !holds_anything(place.directory / "storage"))
    return {};
  const bool has_records = is_made(place.directory / "store");
  if (has_records && (is_made(place.directory / "agents") || !has_machines))
    return {};
  const std::string missing = place.directory.string() + "/" + (has_records ? "agents" : "store")
                              + " is missing beside the units' "
                              + (has_machines ? "directories in machines/" : "data in storage/");
  if (!accept_loss)
    return tl::unexpected(
      missing
      + ". Nothing was changed: put it back from a backup with its witness, or start with "
        "--accept-loss: "
      + (has_records ? "all hooks of units run again then, install first"
                     : "an empty model begins then, and what is left of this one is put aside"));
  runtime::log("store")->warn("a store is missing, which --accept-loss accepts{}",
                              runtime::field("why", missing));
  if (has_records)
    return {};
  const auto aside = put_rest_aside(place.directory);
  if (!aside)
    return tl::unexpected(aside.error());
  runtime::log("store")->warn("what is left of a model without records was put aside{}",
                              runtime::field("to", aside->string()));
  return {};
}

/// Goes on with what a backup or a restore has left that was interrupted.
tl::expected<void, std::string> clear_backups(const fs::path& data) {
  backup::clear_interrupted(data);
  const auto finished = backup::finish(data);
  if (!finished)
    return tl::unexpected("a restore was interrupted, and cannot be finished: " + finished.error());
  for (const std::string& note : *finished)
    runtime::log("store")->warn("a restore was interrupted{}", runtime::field("done", note));
  return {};
}

} // namespace

tl::expected<config::Descriptor, std::string> claim(const fs::path& data_directory) {
  if (const auto made = make_private(data_directory); !made)
    return tl::unexpected(made.error());
  auto locked = lock(data_directory);
  if (const auto plain = locked ? refuse_links(data_directory) : tl::expected<void, std::string>();
      !plain)
    return tl::unexpected(plain.error());
  return locked;
}

tl::expected<ServedDirectory, std::string> open_directory(const config::Settings& settings,
                                                          bool accept_loss) {
  auto locked = claim(settings.data_directory);
  if (!locked)
    return tl::unexpected(locked.error());
  DiskReserve{settings.data_directory}.give_back_if_full();
  if (const auto cleared = clear_backups(settings.data_directory); !cleared)
    return tl::unexpected(cleared.error());
  auto place = settle_layout(settings.data_directory,
                             [&] { return uuid_of_earlier_store(settings, accept_loss); });
  if (!place)
    return tl::unexpected(place.error());
  if (const auto plain = refuse_links(settings.data_directory); place->moved && !plain)
    return tl::unexpected(plain.error());
  if (place->moved)
    runtime::log("store")->warn("the data directory was brought into today's layout{}",
                                runtime::field("model", place->directory.string()));
  return ServedDirectory{std::move(*locked), std::move(*place)};
}

tl::expected<Stores, std::string> open_stores(const config::Settings& settings,
                                              const ModelPlace& place,
                                              bool accept_loss,
                                              const store::BlockCache& blocks) {
  if (auto whole = check_halves(place, accept_loss); !whole)
    return tl::unexpected(whole.error());
  AcceptedLoss accepted(place, accept_loss);
  if (auto foreseen = accepted.foresee(); !foreseen)
    return tl::unexpected(foreseen.error());
  auto other = std::async(std::launch::async, [&] {
    return open_one(settings, place.directory / "agents", accept_loss, blocks);
  });
  auto model = open_one(settings, place.directory / "store", accept_loss, blocks);
  auto notes = other.get();
  if (!model)
    return tl::unexpected(model.error());
  if (!notes)
    return tl::unexpected(notes.error());
  const store::Pair pair{**model, **notes};
  if (auto compared = accepted.compare(pair); !compared)
    return tl::unexpected(compared.error());
  const auto matched = store::match_pair(pair, place.uuid, accept_loss);
  if (!matched)
    return tl::unexpected(place.directory.string() + ": " + matched.error().text);
  if (auto good = accepted.make_good(pair); !good)
    return tl::unexpected(good.error());
  for (const std::string& loss : *matched)
    runtime::log("store")->warn("the stores were opened with a loss{}",
                                runtime::field("why", loss));
  return Stores{place, std::move(*model), std::move(*notes)};
}

config::Settings settings_of_added(config::Settings settings) {
  constexpr std::uint64_t buffer = 2 << 20;
  settings.store_buffer = std::min(settings.store_buffer, buffer);
  return settings;
}

backup::ModelSource backup_source(const Stores& stores,
                                  const config::Settings& settings,
                                  const entities::Services& services) {
  return {
    stores.place.uuid,
    {*stores.model, *stores.notes},
    stores.place.directory,
    2 * settings.store_buffer,
    [directory = stores.place.directory, &services] { return hold_charms_of(directory, services); },
    {},
    nullptr};
}

void stop_at_fault(const store::StoreError& error) {
  constexpr int exit_io_error = 74; // EX_IOERR of sysexits
  runtime::log("journal")->critical("a write failed{}", runtime::field("why", error.text));
  runtime::log("journal")->critical(
    "stopping: nothing unwritten was acknowledged; start again once the cause is gone{}",
    runtime::field("exit", exit_io_error));
  ::_exit(exit_io_error);
}

} // namespace orrery::cmd
