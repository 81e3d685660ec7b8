#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery::cmd {

/// One file of a charm's directory.
struct CharmEntry {
  enum class Kind : std::uint8_t { Directory, File, Link };
  std::filesystem::path path; ///< Relative to the charm's directory.
  Kind kind = Kind::File;
  bool executable = false;
  std::uint64_t size = 0;
  std::string target; ///< Of a link.
};

/// How large a charm may be.
struct CharmLimits {
  std::uint64_t bytes = 512ULL << 20U;
  std::size_t entries = 100'000;
  int depth = 64;
};

/// Lists a charm's directory, sorted by path; `.git` at its top is left out.
/// Errors, with the path: a link that leads out of the directory, a device, socket or FIFO, too
/// much of anything.
[[nodiscard]] tl::expected<std::vector<CharmEntry>, std::string>
list_charm(const std::filesystem::path& directory, const CharmLimits& limits = {});

} // namespace orrery::cmd
