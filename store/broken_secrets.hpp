#pragma once

#include "store/contents.hpp"

#include <string>
#include <vector>

namespace orrery::store {

/// Finds revisions of secrets whose content is missing, and contents that no secret has any more: a
/// removed secret's would stay for good (SE37). One sentence each, without any content; empty if
/// all is well.
/// @param contents of the same snapshot
[[nodiscard]] tl::expected<std::vector<std::string>, StoreError>
broken_secrets(const Snapshot& snapshot, const Contents& contents);

} // namespace orrery::store
