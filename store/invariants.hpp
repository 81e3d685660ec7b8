#pragma once

#include "store/contents.hpp"

#include <string>
#include <vector>

namespace orrery::store {

/// Checks what must hold of all records after every transaction.
/// @returns one sentence per violation, naming the records that differ; empty if all holds.
[[nodiscard]] std::vector<std::string> broken_invariants(const Contents& contents);

} // namespace orrery::store
