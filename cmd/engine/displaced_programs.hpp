#pragma once

#include <filesystem>

namespace orrery::cmd {

/// Looks for programs that run for a model which lay in this data directory and does no more:
/// another directory has its path, so that no start finds them as its units'. Ends those whose
/// model was deleted; says of the others where it lies. Takes as long as programs take to end. For
/// any thread.
void settle_displaced_programs(const std::filesystem::path& data_directory);

} // namespace orrery::cmd
