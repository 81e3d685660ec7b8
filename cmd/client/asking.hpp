#pragma once

#include "cmd/client/client.hpp"

#include <filesystem>
#include <string>
#include <vector>

/// What the program needs to ask an orchestrator, and what it says if that fails.
namespace orrery::cmd {

/// What the program says by itself, on standard error.
void complain(const std::string& text);

/// Takes `--socket PATH` or `--socket=PATH` from before the verb. @returns the path; empty if it is
/// not there.
[[nodiscard]] std::string take_socket(std::vector<std::string>& words);

/// Where the orchestrator listens: what was given, else ORRERY_SOCKET, else the default of the
/// settings.
[[nodiscard]] std::filesystem::path socket_path(const std::string& given);

/// Says that nobody answers there. @returns `exit`.
int no_orchestrator(const std::filesystem::path& socket, int exit);

/// Sends one request, which an interrupt cancels. @param lost what to exit with if the orchestrator
/// goes away.
/// @returns what to exit with.
[[nodiscard]] int ask_once(Client& client,
                           const wire::Request& request,
                           const std::filesystem::path& socket,
                           int lost);
/// The same on a connection of its own. @param lost also if nobody answers.
[[nodiscard]] int
ask_at(const std::filesystem::path& socket, const wire::Request& request, int lost);

} // namespace orrery::cmd
