#pragma once

#include "cmd/console/condition.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// What `wait` was asked for.
struct Wait {
  std::optional<Condition> until; ///< Nothing: until all is settled.
  std::optional<Condition> unless;
  std::chrono::milliseconds timeout{0};
};

/// Reads `settled | CONDITION [unless CONDITION] [timeout=30s]`.
/// @param words the verb first.
[[nodiscard]] tl::expected<Wait, UsageError> parse_wait(const std::vector<std::string>& words,
                                                        std::chrono::milliseconds usual_timeout);

/// Waits, and says on standard error what is missing when it was in vain.
/// @returns Fine, Failed (`unless` came to hold, or nobody waits any more), TimedOut.
[[nodiscard]] int wait(Session& session, const Wait& wanted);

} // namespace orrery::cmd::console
