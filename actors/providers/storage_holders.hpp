#pragma once

#include "actors/providers/provider.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery::providers {

/// Notes of which unit has a storage's place, and where its link is, so that a unit that is gone
/// leaves none behind, and one that lets go late takes nothing from the next (ST54):
///
///     MODEL/holders/NAME-NUMBER               a symbolic link whose target is `UNIT:LOCATION`
///     MODEL/holders/of/APPLICATION-NUMBER/    an entry NAME-NUMBER for each of a unit's
///
/// LOCATION is empty where no link is wished. A note is there as a whole or not at all. Storage
/// that was placed by an earlier version has none.
class StorageHolders {
public:
  struct Holder {
    std::string unit;
    std::filesystem::path location; ///< Empty: no link is wished.
    bool operator==(const Holder&) const = default;
  };

  explicit StorageHolders(const std::filesystem::path& model) : directory_(model / "holders") {}

  /// @returns nothing where nobody is noted
  [[nodiscard]] std::optional<Holder> of(const std::string& storage) const;
  /// Notes it on disk, in the place of whoever was noted.
  [[nodiscard]] tl::expected<void, ProviderError> note(const std::string& storage,
                                                       const Holder& holder) const;
  /// Forgets who has the storage.
  void forget(const std::string& storage) const;
  /// Names the storages of which the unit is noted, or was before another.
  [[nodiscard]] std::vector<std::string> storages_of(const std::string& unit) const;
  /// Forgets that the unit had any.  @pre it holds none
  void forget_unit(const std::string& unit) const;

private:
  [[nodiscard]] std::filesystem::path directory_of(const std::string& unit) const;

  std::filesystem::path directory_;
};

} // namespace orrery::providers
