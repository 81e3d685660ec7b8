#pragma once

#include "config/bundle.hpp"
#include "config/document.hpp"

#include <cstdint>
#include <filesystem>

namespace orrery::config {

/// Units of one application, and placements of one bundle, at most.
inline constexpr std::uint32_t most_bundle_units = 1'000'000;

/// Where a bundle's relative paths begin, and what its included files may still take.
struct BundleSurroundings {
  std::filesystem::path directory;
  std::uint64_t include_bytes_left = 16U << 20U;
};

/// Reads one member of `applications`. What it says of other applications and machines is not
/// checked here.
[[nodiscard]] Result<BundleApplication> read_bundle_application(const Document& document,
                                                                const Member& member,
                                                                BundleSurroundings& surroundings);

} // namespace orrery::config
