#pragma once

#include "store/resource_records.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Copies a file's bytes to where the model keeps them, `charms/resource-HASH/content`, unless they
/// are there (RS7). Never more than a buffer of it is in memory.
/// @param data the model's directory, whose kept charms the caller holds.
/// @returns hash and size. Errors are sentences: no regular file, more than `bytes_max`, no room on
/// the disk, a file that changed while it was read.
[[nodiscard]] tl::expected<store::Resource, std::string> keep_resource(
  const std::filesystem::path& data, const std::filesystem::path& file, std::uint64_t bytes_max);

/// Reads a file's bytes and keeps none. @returns hash and size; errors as above.
[[nodiscard]] tl::expected<store::Resource, std::string>
measure_resource(const std::filesystem::path& file, std::uint64_t bytes_max);

/// Whether the kept bytes are still those of their hash. False, too, if they are not there.
[[nodiscard]] bool is_kept_whole(const std::filesystem::path& data,
                                 const store::Resource& resource);

} // namespace orrery::cmd
