#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

/// DATA/version: the version of the orrery that served the data directory last, a line of text. An
/// older one that refuses the stores tells from it where to go back to.
namespace orrery::cmd {

/// Writes our own version, unless it stands there already.  @returns why it cannot be written.
[[nodiscard]] tl::expected<void, std::string>
note_version(const std::filesystem::path& data_directory);
/// @returns a sentence that names the version to go back to, with a space before it; empty if none
/// is noted.
[[nodiscard]] std::string way_back(const std::filesystem::path& data_directory);

} // namespace orrery::cmd
