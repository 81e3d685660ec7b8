#pragma once

#include <string>
#include <vector>

namespace orrery::fuzz {

/// Inputs of archive.cpp: zip files of files, directories, links and a device, stored and deflated,
/// and lines that say what is in one.
[[nodiscard]] std::vector<std::string> archive_seeds();

} // namespace orrery::fuzz
