#pragma once

#include "config/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <filesystem>
#include <optional>
#include <string>

/// Unix sockets by path, paths longer than a socket address holds (107 bytes) included.
namespace orrery::cmd {

/// Listens at the path, mode 0600. A socket file that nobody listens on any more is replaced.
/// Errors name the path: somebody listens there already, no such directory, something else lies
/// there.
[[nodiscard]] tl::expected<config::Descriptor, std::string>
listen_at(const std::filesystem::path& path);
/// @returns nothing valid if nobody answers there.
[[nodiscard]] config::Descriptor connect_to(const std::filesystem::path& path);

/// Which user listens at the other end of a connected socket; nothing if the system does not say.
[[nodiscard]] std::optional<uid_t> listening_user(int socket);
/// Whether a client may tell what listens there what its user wants: it is of the same user, of
/// root, or of the user `orrery`, as which the package's service runs.
[[nodiscard]] bool is_trusted(uid_t listening);

} // namespace orrery::cmd
