#pragma once

#include "config/bundle.hpp"
#include "config/document.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace orrery::config {

/// Units of one application, and placements of one bundle, at most.
inline constexpr std::uint32_t most_bundle_units = 1'000'000;

/// Where the relative paths of a bundle's files begin, and what its included files may still take.
struct BundleSurroundings {
  std::vector<std::filesystem::path> directories; ///< Of the bundle, and of each overlay.
  std::uint64_t include_bytes_left = 16U << 20U;
  std::vector<std::string> warnings; ///< `FILE:LINE:COLUMN: WHAT`.

  [[nodiscard]] const std::filesystem::path& directory_of(const Node& node) const {
    return directories.at(node.source);
  }
};

/// Reads the text of `constraints`, which an application and a machine may have (MD69).
[[nodiscard]] Result<Constraints> read_bundle_constraints(const Document& document,
                                                          const Member& member);

/// Reads one member of `applications`. What it says of other applications and machines is not
/// checked here.
[[nodiscard]] Result<BundleApplication> read_bundle_application(const Document& document,
                                                                const Member& member,
                                                                BundleSurroundings& surroundings);

} // namespace orrery::config
