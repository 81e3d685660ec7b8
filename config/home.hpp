#pragma once

#include <filesystem>

namespace orrery::config {

/// The home directory of $HOME, of the user's entry where that is not set; empty if there is none
/// either.
[[nodiscard]] std::filesystem::path home_directory();

} // namespace orrery::config
