#pragma once

#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <filesystem>
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

} // namespace orrery::cmd
