#pragma once

#include "cmd/session/arguments.hpp"

#include <filesystem>

namespace orrery::cmd {

/// `export-bundle --filename FILE`: asks the orchestrator for the bundle and writes it as whoever
/// typed the verb, 0600, whole or not at all (CL10). With `--with-charms` the charms' files are
/// copied into FILE.charms, and the bundle names those copies.
/// @returns what to exit with
/// @param model of which the bundle is, as a request names it.
[[nodiscard]] int write_bundle_file(const Arguments& arguments,
                                    const std::filesystem::path& socket,
                                    const std::string& model);

} // namespace orrery::cmd
