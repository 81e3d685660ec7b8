#pragma once

#include "store/pair.hpp"

#include <filesystem>
#include <memory>

/// A moment of both stores, while they are written and after.
namespace orrery::store {

/// Both stores as they were at one moment.
struct CopiedPair {
  std::unique_ptr<Snapshot> records; ///< What the copy of the model's store holds.
  std::uint64_t model = 0;           ///< Last transaction in the copy of the model's store.
  std::uint64_t notes = 0;           ///< The same of the agents' store.
};

/// Copies both stores while both stand still between two batches: as they would be found if the
/// process ended just then. From any thread, one at a time; writers wait for milliseconds.
/// @param model, notes are not there; their parents are.
[[nodiscard]] tl::expected<CopiedPair, StoreError>
copy_pair(const Pair& pair, const std::filesystem::path& model, const std::filesystem::path& notes);

/// @returns what a store holds that nobody has open, and changes nothing there, not even its log.
[[nodiscard]] tl::expected<std::unique_ptr<Snapshot>, StoreError>
look_into(const std::filesystem::path& store);

} // namespace orrery::store
