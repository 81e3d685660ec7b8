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

/// Something that a charm may not hold.
struct CharmTreeFault {
  std::filesystem::path path;
  std::string text; ///< A sentence that names the path.
};

/// A charm's directory as it lies on the disk.
struct CharmTree {
  std::vector<CharmEntry> entries;    ///< Sorted by path.
  std::vector<CharmTreeFault> faults; ///< As they were met.
};

/// Walks through a charm's directory; `.git` at its top is left out.
/// Faults: a link that leads out of the directory, a device, socket or FIFO, a file that cannot be
/// read, too much of anything, behind which nothing is looked at.
[[nodiscard]] CharmTree walk_charm(const std::filesystem::path& directory,
                                   const CharmLimits& limits = {});

/// Lists a charm's directory, sorted by path. @returns the first fault's sentence if there is one.
[[nodiscard]] tl::expected<std::vector<CharmEntry>, std::string>
list_charm(const std::filesystem::path& directory, const CharmLimits& limits = {});

} // namespace orrery::cmd
