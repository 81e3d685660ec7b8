#pragma once

#include "cmd/conditions/condition.hpp"
#include "cmd/session/session.hpp"

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// A wish as `wait` was asked for it.
struct Wait {
  std::optional<Condition> until;     ///< Nothing: until all is settled.
  std::set<std::string> applications; ///< Of settled; none: the whole model.
  std::optional<Condition> unless;
  std::chrono::milliseconds timeout{0};
  bool json = false; ///< Says in JSON how it ended well.
};

/// Reads `settled [APPLICATION...] | CONDITION [unless CONDITION] [timeout=30s]`, and `--timeout`.
/// Errors carry the word's place on the command line.
[[nodiscard]] tl::expected<Wait, UsageError> parse_wait(const Arguments& arguments,
                                                        std::chrono::milliseconds usual_timeout);

/// Waits, and explains on standard error what is missing when it was in vain; of what has settled,
/// which units have failed for good. Where somebody looks, tells whom it waits for.
/// @returns Fine, Failed (`unless` came to hold, or nobody waits any more), TimedOut.
[[nodiscard]] int wait(Session& session, const Wait& wanted);

} // namespace orrery::cmd::console
