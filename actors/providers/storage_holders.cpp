#include "actors/providers/storage_holders.hpp"

#include "actors/providers/directories.hpp"
#include "config/sync_directory.hpp"
#include "store/names.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;

constexpr char between = ':'; ///< No unit's name has it.

/// `data-0` of `data/0`.
std::string entry_of(std::string id) {
  std::replace(id.begin(), id.end(), '/', '-');
  return id;
}

/// `data/0` of `data-0`; empty for another name.
std::string storage_of_entry(std::string entry) {
  const auto dash = entry.rfind('-');
  if (dash == std::string::npos)
    return {};
  entry[dash] = '/';
  return entry;
}

} // namespace

fs::path StorageHolders::directory_of(const std::string& unit) const {
  return directory_ / "of" / entry_of(unit);
}

std::optional<StorageHolders::Holder> StorageHolders::of(const std::string& storage) const {
  std::error_code error;
  const std::string noted = fs::read_symlink(directory_ / entry_of(storage), error).string();
  const auto end = noted.find(between);
  if (error || end == std::string::npos)
    return std::nullopt;
  return Holder{noted.substr(0, end), noted.substr(end + 1)};
}

/// The unit's entry comes first: without a note of the storage it means nothing.
tl::expected<void, ProviderError> StorageHolders::note(const std::string& storage,
                                                       const Holder& holder) const {
  if (!store::is_unit_name(holder.unit))
    return tl::unexpected(ProviderError{"'" + holder.unit + "' is no unit's name"});
  const auto before = of(storage);
  if (before == holder)
    return {};
  const fs::path units = directory_of(holder.unit);
  if (auto made = make_directories({directory_, directory_ / "of", units}); !made)
    return made;
  if (auto made = make_link(units / entry_of(storage), "."); !made)
    return made;
  if (auto made =
        make_link(directory_ / entry_of(storage), holder.unit + between + holder.location.string());
      !made)
    return made;
  if (before && before->unit != holder.unit)
    unlink((directory_of(before->unit) / entry_of(storage)).c_str());
  for (const fs::path& written : {units, units.parent_path(), directory_, directory_.parent_path()})
    if (config::sync_directory(written, O_NOFOLLOW) != 0)
      return tl::unexpected(ProviderError{cannot_be(written, "written to disk").value()});
  return {};
}

/// The storage's note goes last, because a unit's entry is found by it.
void StorageHolders::forget(const std::string& storage) const {
  if (const auto holder = of(storage))
    unlink((directory_of(holder->unit) / entry_of(storage)).c_str());
  unlink((directory_ / entry_of(storage)).c_str());
}

std::vector<std::string> StorageHolders::storages_of(const std::string& unit) const {
  std::vector<std::string> storages;
  std::error_code error;
  for (fs::directory_iterator entry(directory_of(unit), error);
       !error && entry != fs::directory_iterator(); entry.increment(error))
    if (std::string id = storage_of_entry(entry->path().filename().string()); !id.empty())
      storages.push_back(std::move(id));
  return storages;
}

void StorageHolders::forget_unit(const std::string& unit) const {
  for (const std::string& storage : storages_of(unit))
    unlink((directory_of(unit) / entry_of(storage)).c_str());
  rmdir(directory_of(unit).c_str());
}

} // namespace orrery::providers
