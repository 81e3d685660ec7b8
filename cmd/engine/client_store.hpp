#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A client's controllers, accounts and current models, in Juju's files (MD26), which Juju's own
/// client and libraries read and write, too. Errors are sentences that name the file and what
/// helps.
namespace orrery::cmd {

/// One controller, as the files tell it.
struct KnownController {
  std::string uuid;
  std::vector<std::string> endpoints;
  std::string current_model;                 ///< `OWNER/MODEL`; empty: none.
  std::map<std::string, std::string> models; ///< UUIDs by `OWNER/MODEL`.
  bool operator==(const KnownController&) const = default;
};

struct KnownControllers {
  std::map<std::string, KnownController> controllers;
  std::string current; ///< Empty: none.
};

/// Reads them; nothing is written, made or locked. Files that are not there are empty.
/// Errors: cut off, no such file as Juju makes, too large, not to be read.
[[nodiscard]] tl::expected<KnownControllers, std::string>
read_client_files(const std::filesystem::path& directory);

/// Values that are to stand in the files afterwards.
struct ClientChange {
  std::string controller;
  std::string uuid;
  std::string endpoint;
  std::string user;
  std::map<std::string, std::string> models; ///< All that the controller has, UUIDs.
  std::string current_model;                 ///< Empty: none.
  bool keeps_current = false; ///< The current model stays as it is, whatever that says.
  /// The password of `user`, who replaces whoever stands there; nothing: that one stays.
  std::optional<std::string> password{};
  std::string access{}; ///< Of that user: `login` or `superuser`.
};

/// Takes the lock, for at most five seconds, and writes each file that would differ as a whole or
/// not at all, mode 0600. What other clients and newer versions keep there stays; a current
/// controller of Juju's stays current.
/// Errors, after which no further file is written: as of reading, another user's, another client
/// holds the lock.
[[nodiscard]] tl::expected<void, std::string>
change_client_files(const std::filesystem::path& directory, const ClientChange& change);

/// Takes a controller's user and password out of accounts.yaml. Errors as of changing.
[[nodiscard]] tl::expected<void, std::string> forget_account(const std::filesystem::path& directory,
                                                             const std::string& controller);

} // namespace orrery::cmd
