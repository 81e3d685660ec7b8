#pragma once

#include "store/names.hpp"

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Tells what lies in a machine's directory, as a part of a sentence: `/d/machines/3, 12 MiB, of
/// units a/0, b/1`. Of a very large directory a part is counted: `more than`.
/// @returns nothing where there is no such directory.
[[nodiscard]] std::string machine_data(const std::filesystem::path& data_directory,
                                       store::MachineId machine);

} // namespace orrery::cmd
