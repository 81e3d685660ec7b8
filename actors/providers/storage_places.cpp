#include "actors/providers/storage_places.hpp"

#include "actors/providers/directories.hpp"
#include "actors/providers/removal.hpp"
#include "actors/providers/storage_mounts.hpp"
#include "actors/providers/trash.hpp"
#include "config/sync_directory.hpp"
#include "store/names.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using Left = tl::expected<void, ProviderError>;

tl::unexpected<ProviderError> refused(std::string text) {
  return tl::unexpected(ProviderError{std::move(text)});
}

/// Makes an entry of a directory outlive a power cut.
tl::expected<void, ProviderError> sync_directory(const fs::path& directory) {
  if (config::sync_directory(directory, O_NOFOLLOW) != 0)
    return refused(cannot_be(directory, "written to disk").value());
  return {};
}

/// Looks whether the disk is as large as the storage is to be at least (ST35), and warns where that
/// much is not free: it is no quota, and others may make room.
tl::expected<void, ProviderError>
look_at_size(const StorageForUnit& storage,
             const fs::path& model,
             const std::function<void(const std::string&)>& warn) {
  constexpr std::uint64_t bytes_of_mib = 1 << 20;
  std::error_code error;
  const fs::space_info disk = fs::space(model, error);
  if (error || storage.placed)
    return {};
  const std::uint64_t all = disk.capacity / bytes_of_mib;
  const std::uint64_t free = disk.available / bytes_of_mib;
  if (all < storage.size_mib)
    return refused("filesystem is not big enough (" + std::to_string(all) + "M < "
                   + std::to_string(storage.size_mib) + "M): have a smaller size for storage "
                   + storage.storage + ", or " + model.string() + " on a larger disk");
  if (free < storage.size_mib && warn)
    warn("storage " + storage.storage + " of unit " + storage.unit + " is to have "
         + std::to_string(storage.size_mib) + "M, and " + std::to_string(free) + "M are free in "
         + model.string());
  return {};
}

} // namespace

fs::path StoragePlaces::data_of(const std::string& storage) const {
  return directory_ / storage;
}

/// Refuses a storage that had data once where that is gone. A link does not stand for it: what is
/// destroyed would stay where that leads to.
tl::expected<void, ProviderError> StoragePlaces::look_at_data(const StorageForUnit& storage,
                                                              const fs::path& data) const {
  for (const fs::path& place : {data.parent_path(), data})
    if (std::error_code error;
        storage.placed && !fs::is_directory(fs::symlink_status(place, error)))
      return refused("the data of storage " + storage.storage + " is gone: put back "
                     + data.string() + ", or remove the storage");
  return {};
}

/// Makes the directory, on disk, for the unit's user. Data that was there once is not begun anew:
/// nobody would see that it is gone. Nor does new storage begin with another's data, which a model
/// that was restored since does not know.
tl::expected<void, ProviderError> StoragePlaces::make_data(const StorageForUnit& storage,
                                                           const fs::path& data) const {
  std::error_code error;
  if (auto there = look_at_data(storage, data); !there)
    return there;
  if (auto made = make_directories({directory_, data.parent_path(), data}); !made)
    return made;
  if (!storage.placed && !fs::is_empty(data, error) && !error)
    return refused("\"" + data.string() + "\" is not empty: move away what is in it"); // ST35
  for (const fs::path& above : {data.parent_path(), directory_, directory_.parent_path()})
    if (auto synced = sync_directory(above); !synced)
      return synced;
  if (const Given opened = users_.open({directory_, data.parent_path()}); !opened)
    return refused(opened.error());
  const Given given = users_.give(storage.unit, data, data);
  return given ? tl::expected<void, ProviderError>() : refused(given.error());
}

/// Notes who has the storage before anything of it is the unit's. The link of the unit that had it
/// before goes, if it is elsewhere: that one may be gone, or late.
tl::expected<void, ProviderError> StoragePlaces::begin_to_hold(const StorageForUnit& storage,
                                                               const fs::path& data) const {
  const fs::path wished = fs::path(storage.mount_point).lexically_normal();
  const std::lock_guard lock(holding_);
  if (const auto before = holders_.of(storage.storage); before && before->location != wished)
    unmount(data, before->location);
  return holders_.note(storage.storage, {storage.unit, wished});
}

/// Takes link and data from the unit. Whoever destroys data has the last word, because a storage
/// that is to go gets no other unit (ST20).
/// @returns false if another unit has the storage by now
tl::expected<bool, ProviderError> StoragePlaces::end_to_hold(const StorageForUnit& storage,
                                                             const fs::path& data) const {
  const std::lock_guard lock(holding_);
  const auto holder = holders_.of(storage.storage);
  if (holder && !storage.destroy && holder->unit != storage.unit)
    return false;
  if (storage.mount_point != data.string() && !storage.mount_point.empty())
    unmount(data, storage.mount_point);
  if (holder && !holder->location.empty())
    unmount(data, holder->location);
  // The user of a unit that lets go may be given to another unit later.
  if (!storage.destroy)
    if (const Given taken = users_.take(data); !taken)
      return refused(taken.error());
  holders_.forget(storage.storage);
  return true;
}

/// A link is made only where the unit's programs could make it themselves: a charm gets no right by
/// the location that it names.
tl::expected<std::string, ProviderError>
StoragePlaces::provide(const StorageForUnit& storage,
                       const std::function<void(const std::string&)>& warn) const {
  if (!store::is_storage_id(storage.storage))
    return refused("'" + storage.storage + "' is no storage's id");
  const fs::path data = data_of(storage.storage);
  if (storage.only_look)
    return look_at_data(storage, data).map([&] { return storage.mount_point; });
  if (auto large = look_at_size(storage, directory_.parent_path(), warn); !large)
    return tl::unexpected(large.error());
  if (auto noted = begin_to_hold(storage, data); !noted)
    return tl::unexpected(noted.error());
  if (auto made = make_data(storage, data); !made)
    return tl::unexpected(made.error());
  if (storage.mount_point.empty())
    return data.string();
  const fs::path wished = fs::path(storage.mount_point).lexically_normal();
  if (!wished.is_absolute() || !wished.has_filename())
    return refused("location \"" + storage.mount_point + "\" is no absolute path of a directory");
  auto mounted = tl::expected<Mounted, std::string>(Mounted::NotAllowed);
  if (!users_.are_given())
    mounted = mount(data, wished, directory_);
  if (!mounted)
    return refused(mounted.error());
  if (*mounted == Mounted::Yes)
    return wished.string();
  if (warn)
    warn("storage " + storage.storage + " of unit " + storage.unit + " is at " + data.string()
         + ": it cannot be at " + wished.string() + ", where its charm wants it");
  return data.string();
}

tl::expected<void, ProviderError> StoragePlaces::leave(const StorageForUnit& storage) const {
  if (!store::is_storage_id(storage.storage))
    return refused("'" + storage.storage + "' is no storage's id");
  const fs::path data = data_of(storage.storage);
  const auto ended = end_to_hold(storage, data);
  if (!ended)
    return tl::unexpected(ended.error());
  if (!*ended || !storage.destroy)
    return {};
  const auto away = trash_ != nullptr ? trash_->take(data) : remove_tree(data);
  if (!away)
    return refused("its data stays: " + away.error());
  std::error_code ignored; // others of its name may be there
  fs::remove(data.parent_path(), ignored);
  return {};
}

tl::expected<void, ProviderError> StoragePlaces::leave_all(const std::string& unit) const {
  for (const std::string& storage : holders_.storages_of(unit))
    if (auto left = store::is_storage_id(storage) ? leave({unit, storage, {}}) : Left(); !left)
      return left;
  holders_.forget_unit(unit);
  return {};
}

tl::expected<std::vector<std::string>, ProviderError> storages_in(const fs::path& model) {
  std::vector<std::string> ids;
  const auto names = directories_in(model / "storage");
  if (!names)
    return names;
  for (const std::string& name : *names) {
    const auto numbers = directories_in(model / "storage" / name);
    if (!numbers)
      return numbers;
    for (const std::string& number : *numbers)
      ids.push_back(name + '/' + number);
  }
  return ids;
}

} // namespace orrery::providers
