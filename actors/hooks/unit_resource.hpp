#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace orrery::hooks {

/// A resource that a unit is to have, in a file of its own directory:
///
///     DIRECTORY/resources/NAME/FILENAME
struct UnitResource {
  std::filesystem::path content;   ///< The kept bytes.
  std::filesystem::path directory; ///< The unit's, whose user may exchange what is in it.
  std::string name;
  std::string filename;
  std::string hash;       ///< SHA-384 of the bytes, hexadecimal.
  std::uint64_t size = 0; ///< Of the bytes.
  std::uint32_t user = 0; ///< Who gets the file; 0: the orchestrator's own user.
};

[[nodiscard]] std::filesystem::path path_of(const UnitResource& resource);

/// Outcome of giving a unit a resource.
struct GivenResource {
  std::string error;      ///< Empty: the file is there, whole.
  bool is_gone = false;   ///< The kept bytes are not there: the application may have others by now.
  bool was_there = false; ///< The unit's file had these bytes: nothing was copied.
};

/// Gives a unit the bytes, unless its file has them (RS9). They are written beside the file,
/// checked against size and hash, and renamed: a program that has the old file open keeps it, and a
/// crash leaves the old one or the new one. No link is followed. Blocks as long as the disk takes.
[[nodiscard]] GivenResource give_resource(const UnitResource& resource);

} // namespace orrery::hooks
