#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace orrery::cmd {

/// A whole regular file of at most `bytes_max`; anything else (a FIFO, a device) is refused and
/// never waited for. The error names the path.
[[nodiscard]] tl::expected<std::string, std::string>
read_text_file(const std::filesystem::path& path, std::uint64_t bytes_max);

struct Session;

/// Reads a file that a client has named, with these bounds. For a client of another user it is
/// opened by what that user may (open_for.hpp).
[[nodiscard]] tl::expected<std::string, std::string> read_clients_file(
  const Session& session, const std::filesystem::path& path, std::uint64_t bytes_max);

} // namespace orrery::cmd
