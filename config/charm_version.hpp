#pragma once

#include "config/error.hpp"
#include "config/opened_directory.hpp"

#include <cstdint>
#include <string>

/// A charm's files `revision` and `version`.
namespace orrery::config {

/// The least revision that the charm is to get: the number in its file `revision`, 0 without that
/// file (P4). Errors: the file holds no whole number of 0 to 2^31 - 1.
[[nodiscard]] Result<std::uint32_t> read_charm_revision(const OpenedDirectory& directory);

/// The first line of the charm's file `version`, without blanks around it; empty without that file
/// (P45). Errors: the file is no text of at most 64 KiB.
[[nodiscard]] Result<std::string> read_charm_version(const OpenedDirectory& directory);

} // namespace orrery::config
