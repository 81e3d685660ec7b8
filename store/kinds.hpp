#pragma once

#include "store/contents.hpp"

#include <string_view>

namespace orrery::store {

/// Reads records of some kinds only, those with these class letters (keys.hpp). Errors: as
/// read_contents.
[[nodiscard]] tl::expected<Contents, StoreError> read_kinds(const Snapshot& snapshot,
                                                            std::string_view letters);
/// Adds them to what was read of the same snapshot.
[[nodiscard]] tl::expected<void, StoreError>
read_kinds(Contents& contents, const Snapshot& snapshot, std::string_view letters);

} // namespace orrery::store
