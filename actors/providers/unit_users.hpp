#pragma once

#include "actors/providers/provider.hpp"
#include "config/user_range.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace orrery::providers {

using Given = tl::expected<void, std::string>; ///< Or what could not be given, as a sentence.

/// Users of their own for units, by number:
///
///     DIRECTORY/2000000000     a symbolic link whose target is the unit's name
///
/// A link is there as a whole or not at all, so that no user is given twice, and each unit keeps
/// its own as long as it lives. One that is given back comes again only when all others of the
/// range have had their turn, because files of its unit may lie elsewhere on the host. For any
/// thread.
class UnitUsers {
public:
  /// Units get users from now on. Reads who has which. One outside the range, from an earlier
  /// setting, stays its unit's.
  /// @param above directories in which those of machines lie.
  void read(std::filesystem::path directory,
            config::UserRange range,
            std::vector<std::filesystem::path> above);
  /// @returns whether units get users.
  [[nodiscard]] bool are_given() const { return !directory_.empty(); }

  /// Gives a unit's directory to its user, who gets one if there is none; where that was done
  /// already, the charm in it, if that was copied since.
  [[nodiscard]] Given give(const std::string& unit,
                           const std::filesystem::path& directory,
                           const std::filesystem::path& charm);
  /// The unit's user; 0: it has none.
  [[nodiscard]] std::uint32_t of(const std::string& unit) const;
  /// The unit is gone, with all its files and programs.
  void take_back(const std::string& unit);
  /// No other units are there.
  void keep_only(const std::set<std::string>& units);
  /// Lets everybody pass through these directories and those above, and list none.
  [[nodiscard]] Given open(const std::vector<std::filesystem::path>& directories) const;

private:
  /// Gives the unit a user, or finds the one that it has.
  [[nodiscard]] tl::expected<std::uint32_t, std::string> user_for(const std::string& unit);
  [[nodiscard]] std::uint32_t next() const; ///< 0: all are given.

  std::filesystem::path directory_; ///< Empty: units get no users.
  config::UserRange range_;
  std::vector<std::filesystem::path> above_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint32_t> by_unit_; ///< Bounded by the range, and by units.
  std::set<std::uint32_t> given_;
  std::uint32_t last_ = 0; ///< Given last; 0: none.
};

/// Gives users to units that are there and have none, and takes those back that no unit has.
[[nodiscard]] Given settle_users(Provider& provider, UnitUsers& users);

} // namespace orrery::providers
