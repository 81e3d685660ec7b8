#pragma once

#include "config/user_range.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace orrery::providers {

/// Users by number, of which each unit of all models of a process has one of its own. Each model
/// notes on disk which of them its units have (unit_users.hpp); the pool knows those of all, so
/// that no two units share one. One that is given back comes again only when all others of the
/// range have had their turn, because files of its unit may lie elsewhere on the host. Bounded by
/// the range and by what models have noted. For any thread.
class UserPool {
public:
  explicit UserPool(config::UserRange range) : range_(range) {}

  /// Reads which users a model's units have, before any model begins: one that cannot be served
  /// keeps its own.
  /// @param model its directory.
  void read(const std::filesystem::path& model);
  /// Takes a user that the model has noted. @returns false: another model has it.
  [[nodiscard]] bool take(std::uint32_t user, const std::filesystem::path& model);
  /// Takes the next one that nobody has. @returns 0: all are given.
  [[nodiscard]] std::uint32_t take_next(const std::filesystem::path& model);
  /// @returns whether a unit of any model has the user, or may get it.
  [[nodiscard]] bool has(std::uint32_t user) const;
  /// Gives up a user.
  void give_back(std::uint32_t user);
  /// Gives up all users of a model that is gone with all its files and programs.
  void give_back_all(const std::filesystem::path& model);
  [[nodiscard]] const config::UserRange& range() const { return range_; }

private:
  const config::UserRange range_;
  mutable std::mutex mutex_;
  std::map<std::uint32_t, std::string> models_; ///< Where the model lies whose unit has that user.
  std::uint32_t last_ = 0;                      ///< Given last; 0: none.
};

/// @returns units by the users that they have, as links in a directory say (unit_users.hpp).
[[nodiscard]] std::map<std::uint32_t, std::string>
noted_users(const std::filesystem::path& directory);

/// Names the directory of a model in which its links lie.
inline constexpr const char* users_name = "users";

} // namespace orrery::providers
