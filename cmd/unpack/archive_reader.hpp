#pragma once

#include "cmd/unpack/members.hpp"

#include <string>

namespace orrery::unpack {

/// Reads a zip file from a descriptor that can seek, from its beginning. Names and targets are
/// handed over as they stand in it, whatever they are: `to` judges them.
///
/// @returns what is wrong, to be put behind the file's name: " is no whole charm archive, ...", or
/// ": member "NAME" is encrypted ..."; empty if nothing is, or if `to` wanted no more.
[[nodiscard]] std::string read_archive(int file, Members& to);

} // namespace orrery::unpack
