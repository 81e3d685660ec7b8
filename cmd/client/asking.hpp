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

/// The socket of the host's own orchestrator, which the package's service serves.
inline constexpr const char* hosts_socket = "/run/orrery/socket";
/// Whether a client that was told no socket asks the host's orchestrator: it is there, and nobody
/// answers at the user's own.
[[nodiscard]] bool prefers_hosts(const std::filesystem::path& own,
                                 const std::filesystem::path& hosts);
/// Where the orchestrator listens: what was given, else ORRERY_SOCKET, else the default of the
/// settings, else the host's.
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
