#pragma once

#include "actors/providers/provider.hpp"
#include "actors/providers/unit_users.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace orrery::providers {

class Trash;

/// Places of storages on a host, below the model's directory and outside of machines and units,
/// because data outlives both:
///
///     storage/NAME/NUMBER     the data of a storage, a directory
///
/// A storage's mount point is that directory, unless its charm wishes another: then a symbolic link
/// to it is made there, where that is allowed (ST33). Safe to repeat, also after a crash. Used by
/// any thread; two calls never concern one storage at the same time, because one unit has it.
class StoragePlaces {
public:
  /// @param users outlives it
  /// @param trash as ProcessProviderOptions::trash
  StoragePlaces(std::filesystem::path model, UnitUsers& users, Trash* trash)
    : directory_(std::move(model) / "storage"), users_(users), trash_(trash) {}

  /// Carries out Provider::provide_storage.
  [[nodiscard]] tl::expected<std::string, ProviderError>
  provide(const StorageForUnit& storage, const std::function<void(const std::string&)>& warn) const;
  /// Carries out Provider::leave_storage.
  [[nodiscard]] tl::expected<void, ProviderError> leave(const StorageForUnit& storage) const;

private:
  [[nodiscard]] std::filesystem::path data_of(const std::string& storage) const;
  [[nodiscard]] tl::expected<void, ProviderError>
  make_data(const StorageForUnit& storage, const std::filesystem::path& data) const;

  std::filesystem::path directory_;
  UnitUsers& users_;
  Trash* trash_;
};

} // namespace orrery::providers
