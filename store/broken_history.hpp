#pragma once

#include "store/contents.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::store {

/// Finds what is wrong with the history, one sentence each; empty if nothing is. Every step of a
/// life can be read and follows from the one before, the last one is that of the entity that is
/// there or tells of its removal, and that is known to who forgets it; nothing is kept for too long
/// (C3). Lives that began before history was kept lack their first steps.
/// @param contents of the same snapshot
/// @param kept_longest transactions after which nothing should be known any more of what was
/// removed
[[nodiscard]] tl::expected<std::vector<std::string>, StoreError>
broken_history(const Snapshot& snapshot, const Contents& contents, std::uint64_t kept_longest);

} // namespace orrery::store
