#pragma once

#include "actors/providers/giving.hpp"
#include "actors/providers/user_pool.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace orrery::providers {

/// Users of their own for units of a model, by number:
///
///     MODEL/users/2000000000     a symbolic link whose target is the unit's name
///
/// A link is there as a whole or not at all, so that no user is given twice, and each unit keeps
/// its own as long as it lives. They come from the process's pool, which other models' units have
/// theirs from, too. For any thread.
class UnitUsers {
public:
  /// Units get users from now on. Reads who has which. One outside the range, from an earlier
  /// setting, stays its unit's; one that another model has comes from a copy, and is forgotten.
  /// @param model its directory. @param pool outlives this.
  /// @param above directories in which those of machines lie.
  /// @param warn is told what give() leaves whose it was, as by give_tree(); from any thread.
  void read(std::filesystem::path model,
            UserPool& pool,
            std::vector<std::filesystem::path> above,
            std::function<void(const std::string&)> warn = {});
  /// @returns whether units get users.
  [[nodiscard]] bool are_given() const { return pool_ != nullptr; }

  /// Gives a unit's directory to its user, who gets one if there is none; where that was done
  /// already, the charm in it, if that was copied since.
  [[nodiscard]] Given give(const std::string& unit,
                           const std::filesystem::path& directory,
                           const std::filesystem::path& charm);
  /// @returns whether a user is, or may become, that of a unit of any model.
  [[nodiscard]] bool is_units(std::uint32_t user) const;
  /// Takes a directory from whichever unit's user has it; what is in it can be reached only through
  /// it. Not there is success.
  [[nodiscard]] Given take(const std::filesystem::path& directory) const;
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

  UserPool* pool_ = nullptr;    ///< Null: units get no users.
  std::filesystem::path model_; ///< The model's directory.
  std::filesystem::path directory_;
  std::vector<std::filesystem::path> above_;
  std::function<void(const std::string&)> warn_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint32_t> by_unit_; ///< Bounded by the range, and by units.
};

} // namespace orrery::providers
