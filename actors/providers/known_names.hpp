#pragma once

#include "actors/providers/spot.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace orrery::providers {

/// Names of files that have several, until all of a file are known. For one thread.
class KnownNames {
public:
  /// @param most how many are kept in mind at once
  explicit KnownNames(std::size_t most) : most_(most) {}

  /// Notes a name, unless too many are noted. One that is found again counts once; of two that
  /// cannot be told apart one is missed.
  /// @returns whether the file has no other name by now; such a file is forgotten
  [[nodiscard]] bool has_all_with(const Spot& file, const Spot& directory, const std::string& name);

private:
  using Inode = std::pair<std::uint64_t, std::uint64_t>; ///< With its device.

  std::size_t most_;
  std::size_t count_ = 0;
  std::map<Inode, std::set<std::pair<Inode, std::size_t>>> names_; ///< By hashes of their texts.
};

} // namespace orrery::providers
