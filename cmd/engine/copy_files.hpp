#pragma once

#include "cmd/session/arguments.hpp"

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// `scp`: copies each source by two programs, of which one writes an archive that the other reads.
/// Each runs here, as this process's user, or in a unit by ssh. What fails is told on standard
/// error, and the others are copied.
/// @param model whose units they are; empty: the only one's
/// @returns what to exit with
[[nodiscard]] int copy_files(const Arguments& arguments,
                             const std::filesystem::path& socket,
                             const std::string& model);

} // namespace orrery::cmd
