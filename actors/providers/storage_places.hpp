#pragma once

#include "actors/providers/provider.hpp"
#include "actors/providers/storage_holders.hpp"
#include "actors/providers/unit_users.hpp"

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace orrery::providers {

class Trash;

/// Lists whatever is a directory where storages of a model have theirs, as `data/0`. Errors: one
/// of the directories above them cannot be read.
[[nodiscard]] tl::expected<std::vector<std::string>, ProviderError>
storages_in(const std::filesystem::path& model);

/// Places of storages on a host, below the model's directory and outside of machines and units,
/// because data outlives both:
///
///     storage/NAME/NUMBER     the data of a storage, a directory
///
/// A storage's mount point is that directory, unless its charm wishes another: then a symbolic link
/// to it is made there, where that is allowed (ST33). Safe to repeat, also after a crash. Used by
/// any thread. One unit has a storage at a time, but one from which it was taken by force may leave
/// late: then the next has it already, and nothing is done (ST54).
class StoragePlaces {
public:
  /// @param users outlives it
  /// @param holding outlives it, one for all of a model: held while a unit begins or ends to have
  /// a storage
  /// @param trash as ProcessProviderOptions::trash
  StoragePlaces(const std::filesystem::path& model,
                UnitUsers& users,
                std::mutex& holding,
                Trash* trash)
    : directory_(model / "storage"), holders_(model), users_(users), holding_(holding),
      trash_(trash) {}

  /// Carries out Provider::provide_storage.
  [[nodiscard]] tl::expected<std::string, ProviderError>
  provide(const StorageForUnit& storage, const std::function<void(const std::string&)>& warn) const;
  /// Carries out Provider::leave_storage.
  [[nodiscard]] tl::expected<void, ProviderError> leave(const StorageForUnit& storage) const;
  /// A unit goes that has been recalled: it leaves whatever it still has. The data stays.
  [[nodiscard]] tl::expected<void, ProviderError> leave_all(const std::string& unit) const;

private:
  [[nodiscard]] std::filesystem::path data_of(const std::string& storage) const;
  [[nodiscard]] tl::expected<void, ProviderError>
  look_at_data(const StorageForUnit& storage, const std::filesystem::path& data) const;
  [[nodiscard]] tl::expected<void, ProviderError>
  make_data(const StorageForUnit& storage, const std::filesystem::path& data) const;
  [[nodiscard]] tl::expected<void, ProviderError>
  begin_to_hold(const StorageForUnit& storage, const std::filesystem::path& data) const;
  [[nodiscard]] tl::expected<bool, ProviderError>
  end_to_hold(const StorageForUnit& storage, const std::filesystem::path& data) const;

  std::filesystem::path directory_;
  StorageHolders holders_;
  UnitUsers& users_;
  std::mutex& holding_;
  Trash* trash_;
};

} // namespace orrery::providers
