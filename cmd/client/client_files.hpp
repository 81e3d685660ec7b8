#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// Juju's files of a client, as far as each verb needs them (MD26). The program that asks for a
/// verb has no YAML parser: where these files are not written as Juju writes them it says so, and
/// another program reads them (cmd/engine/client_store.hpp).
namespace orrery::cmd {

/// Begins an endpoint in controllers.yaml that is an orchestrator's socket.
inline constexpr const char* socket_scheme = "unix:";
inline constexpr const char* controllers_file = "controllers.yaml";
inline constexpr const char* models_file = "models.yaml";
inline constexpr const char* accounts_file = "accounts.yaml";

/// JUJU_DATA, else XDG_DATA_HOME/juju, else ~/.local/share/juju.
[[nodiscard]] std::filesystem::path client_directory();
/// The endpoint of an orchestrator's socket, whose path is made absolute.
[[nodiscard]] std::string endpoint_of(const std::filesystem::path& socket);

/// A client's current model, as its files tell it.
struct CurrentModel {
  enum class State : unsigned char {
    None,
    One,
    Unsure, ///< They need a parser, or cannot be read.
  };
  State state = State::None;
  std::string name; ///< `OWNER/MODEL`
};

/// Returns the current model of the controller `orrery`, if that is the orchestrator there.
/// @param controllers, models texts of controllers.yaml and models.yaml.
[[nodiscard]] CurrentModel
current_model(std::string_view controllers, std::string_view models, std::string_view endpoint);
/// Looks into the files in that directory; files that are not there are empty.
[[nodiscard]] CurrentModel current_model_in(const std::filesystem::path& directory,
                                            std::string_view endpoint);

/// The user that a client has logged in as, and his password.
struct StoredAccount {
  CurrentModel::State state = CurrentModel::State::None; ///< Unsure: as of a model.
  /// There is no password to send, but `user` has logged in somewhere: accounts.yaml keeps one,
  /// and controllers.yaml, which would tell where, has no such controller (any more).
  bool is_lost = false;
  std::string user;
  std::string password;
};

/// Returns whom accounts.yaml has for the controller `orrery`, if that is the orchestrator there
/// and a password is kept; where controllers.yaml has no such controller, that it is lost.
/// @param controllers, accounts texts of the files.
[[nodiscard]] StoredAccount
stored_account(std::string_view controllers, std::string_view accounts, std::string_view endpoint);
/// Looks into the files in that directory; files that are not there are empty.
[[nodiscard]] StoredAccount stored_account_in(const std::filesystem::path& directory,
                                              std::string_view endpoint);

} // namespace orrery::cmd
