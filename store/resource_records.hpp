#pragma once

#include <cstdint>
#include <map>
#include <string>

/// Files that charms are given, as the model's database has them.
namespace orrery::store {

/// The bytes of a resource, as they were uploaded.
struct Resource {
  std::string hash;       ///< SHA-384, 96 hexadecimal digits; the name under which they are kept.
  std::uint64_t size = 0; ///< Bytes.
  std::int64_t at = 0;    ///< When it was uploaded last, in milliseconds since the Unix epoch.
  std::string user;       ///< Who uploaded it.
  bool operator==(const Resource&) const = default;
};

/// An application's resources that were uploaded, or those that a unit has (RS11). Owner: the
/// application's or the unit's actor, with whose removal it goes.
struct Resources {
  std::string owner;                   ///< Application or unit name.
  std::map<std::string, Resource> all; ///< By name; one that nobody has uploaded is not there.
  bool operator==(const Resources&) const = default;
};

/// Where the bytes of that hash are kept, below the model's directory: a file in a directory of
/// its own among the kept charms.
[[nodiscard]] inline std::string kept_resource_name(const std::string& hash) {
  return "resource-" + hash;
}
/// The file's name in that directory.
inline constexpr const char* resource_content = "content";

} // namespace orrery::store
