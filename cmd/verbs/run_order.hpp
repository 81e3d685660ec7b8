#pragma once

#include "cmd/verbs/enqueuing.hpp"
#include "store/contents.hpp"

#include <optional>
#include <string>
#include <vector>

/// Which units shall run an action, and with what.
namespace orrery::cmd {

/// The words of `run`, taken apart.
struct RunWords {
  std::string application;
  std::vector<std::string> units; ///< `db/0`, `db/leader`, as they were given.
  std::string action;
  std::string parameters; ///< A JSON object.
};

/// The order as the model is now: each unit's own charm says whether it has the action and takes
/// the parameters (A21), and a unit that cannot run it is refused with a reason (A5, A47).
[[nodiscard]] Order order_of(const store::Contents& contents, const RunWords& words);

} // namespace orrery::cmd
