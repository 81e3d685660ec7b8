#pragma once

#include "cmd/backup/order.hpp"

#include <filesystem>
#include <string>

namespace orrery::backup {

/// Looks for models in DATA that a backup does not have.
/// @returns the names of the first ten of them, and how many more there are; empty: there are none.
[[nodiscard]] std::string models_beyond(const std::filesystem::path& data, const Facts& facts);

} // namespace orrery::backup
