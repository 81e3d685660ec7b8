#include "cmd/backup/kept_data.hpp"

#include "actors/providers/storage_places.hpp"
#include "actors/providers/user_pool.hpp"
#include "cmd/backup/durable.hpp"
#include "config/descriptor.hpp"
#include "store/checkpoint.hpp"
#include "store/contents.hpp"
#include "store/kinds.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <tuple>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;
using Kept = tl::expected<void, std::string>;

constexpr const char* data_name = "storage";
constexpr std::string_view aside_prefix = "lost-";
constexpr std::size_t most_storages_named = 10;

/// @returns the names of what a directory holds, sorted; of one that is not there nothing.
std::vector<std::string> names_below(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_kept_name(const std::string& name) {
  return name == data_name || name == providers::users_name || name.starts_with(aside_prefix);
}

bool is_plain_directory(const fs::path& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

/// Whether a rename between both can be: they are of one mount. Kernels before 5.8 tell the device
/// alone.
bool is_one_mount(const fs::path& one, const fs::path& other) {
  struct statx first {};
  struct statx second {};
  for (const auto& [path, found] : {std::pair(&one, &first), std::pair(&other, &second)})
    if (::statx(AT_FDCWD, path->c_str(), AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
                STATX_TYPE | STATX_MNT_ID, found)
        != 0)
      return false;
  const auto mount_of = [](const struct statx& found) {
    return std::tuple(found.stx_dev_major, found.stx_dev_minor,
                      (found.stx_mask & STATX_MNT_ID) != 0 ? found.stx_mnt_id : 0);
  };
  return mount_of(first) == mount_of(second);
}

std::string listed(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), most_storages_named); ++i)
    text += (i == 0 ? "" : ", ") + ids[i];
  if (ids.size() > most_storages_named)
    text += " and " + std::to_string(ids.size() - most_storages_named) + " more";
  return text;
}

void compare_model(const fs::path& model, std::vector<std::string>& notes) {
  const auto records = store::look_into(model / "store");
  const auto known = records ? store::read_kinds(**records, "d") : tl::unexpected(records.error());
  if (!known) {
    notes.push_back("which storages " + model.filename().string()
                    + " has cannot be read: " + known.error().text);
    return;
  }
  const auto there = providers::storages_in(model);
  if (!there) {
    notes.push_back(there.error().text);
    return;
  }
  std::vector<std::string> missing;
  for (const auto& [id, storage] : known->storages)
    if (storage.placed && !is_plain_directory(model / data_name / id))
      missing.push_back(id);
  std::vector<std::string> unknown;
  for (const std::string& id : *there)
    if (!known->storages.contains(id))
      unknown.push_back(id);
  const std::string place = (model / data_name).string();
  if (!missing.empty())
    notes.push_back("no backup holds the data of storage, and that of " + listed(missing)
                    + " is not in " + place
                    + ": copy it there before you start the orchestrator, or remove the storage");
  if (!unknown.empty())
    notes.push_back("the restored model does not know storage " + listed(unknown)
                    + ": its data stays in " + place + " until you delete it");
}

} // namespace

Kept check_kept_data(const fs::path& data, const Facts& facts) {
  const fs::path models = data / "models";
  for (const SavedModel& saved : facts.models)
    for (const std::string& name : names_below(models / saved.uuid))
      if (const fs::path kept = models / saved.uuid / name;
          is_kept_name(name) && !is_one_mount(kept, models))
        return tl::unexpected(
          kept.string()
          + " stays where it is, for no backup holds what is in it, and it is on a "
            "mount of its own below "
          + models.string()
          + ", which cannot be moved along: unmount that, restore, and mount it there again. "
            "Nothing was changed");
  return {};
}

Kept keep_data(const fs::path& replaced, const fs::path& restored) {
  for (const std::string& uuid : names_below(replaced)) {
    bool any = false;
    for (const std::string& name : names_below(replaced / uuid)) {
      const fs::path from = replaced / uuid / name;
      const fs::path to = restored / uuid / name;
      if (!is_kept_name(name) || !is_there(restored / uuid) || is_there(to))
        continue;
      if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) != 0)
        return tl::unexpected("cannot move " + from.string() + " to " + to.string() + ": "
                              + std::generic_category().message(errno));
      any = true;
    }
    if (any)
      for (const fs::path& place : {restored / uuid, replaced / uuid})
        if (auto written = sync_names(place); !written)
          return written;
  }
  return {};
}

bool holds_data(const fs::path& model) {
  if (!is_plain_directory(model))
    return false; // a note beside the models
  const auto names = names_below(model);
  const auto storages = providers::storages_in(model);
  return !storages || !storages->empty() // none is thrown away that could not be looked at
         || std::any_of(names.begin(), names.end(),
                        [](const auto& name) { return name.starts_with(aside_prefix); });
}

std::vector<std::string> compare_data(const fs::path& models) {
  std::vector<std::string> notes;
  for (const std::string& uuid : names_below(models))
    if (is_there(models / uuid / "store"))
      compare_model(models / uuid, notes);
  return notes;
}

} // namespace orrery::backup
