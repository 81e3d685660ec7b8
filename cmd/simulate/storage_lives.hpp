#pragma once

#include "cmd/simulate/ledger.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::simulate {

/// Tells how a transaction changes lives of storage: `storage free -> held by attach-storage`.
///
/// An instance is `held` by a unit, `leaving` it, `free` without one, or `none`: not there.
/// @param contents as they were before the transaction
[[nodiscard]] std::vector<std::string> storage_lives(const Applied& transaction,
                                                     const store::Contents& contents);

/// The lives that every storage rule can lead to: rows of a coverage.
inline constexpr std::array<std::string_view, 14> all_storage_lives{
  "storage none -> held by add-unit",
  "storage none -> held by add-storage",
  "storage none -> held by flush hook",
  "storage free -> held by attach-storage",
  "storage held -> leaving by detach-storage",
  "storage held -> leaving by remove-storage",
  "storage held -> leaving by remove-unit",
  "storage held -> leaving by set dying",
  "storage held -> free by detach-storage",
  "storage leaving -> free by detach-storage",
  "storage leaving -> free by storage detached",
  "storage leaving -> none by detach-storage",
  "storage leaving -> none by storage detached",
  "storage free -> none by remove-storage",
};

} // namespace orrery::simulate
