#pragma once

#include <cstdint>
#include <string>

namespace orrery::store {

using Milliseconds = std::int64_t; ///< Since the Unix epoch, from the injected clock.

/// When an entity got its present life, and the command and transaction that gave it.
struct Turn {
  Milliseconds since = 0;
  std::string cause;
  std::uint64_t sequence = 0; ///< The transaction's number, as its command was answered with.
  bool operator==(const Turn&) const = default;
};

} // namespace orrery::store
