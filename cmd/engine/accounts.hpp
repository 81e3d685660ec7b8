#pragma once

#include "cmd/session/arguments.hpp"

#include <filesystem>

/// Verbs about users that ask who types them, or keep something in the client's files (UR7, UR10,
/// UR12, UR16). Each returns what to exit with.
namespace orrery::cmd {

/// Sets a first password by the word that add-user printed, and logs in at the socket that it
/// names.
[[nodiscard]] int register_account(const Arguments& arguments);
[[nodiscard]] int log_in(const Arguments& arguments, const std::filesystem::path& socket);
[[nodiscard]] int log_out();
/// Asks for the password twice, or reads it, and hands it over.
[[nodiscard]] int change_password(const Arguments& arguments, const std::filesystem::path& socket);
/// Asks whether that is meant.
[[nodiscard]] int remove_user(const Arguments& arguments, const std::filesystem::path& socket);

} // namespace orrery::cmd
