#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace orrery::hooks {

/// Programs that live although they were killed.
struct Survivors {
  std::string text;  ///< Which and why, as sentences of one line; empty: there are none.
  bool ours = false; ///< One of them is not another user's: its end may be waited for.
};

/// Looks at those of the processes that are alive still.
[[nodiscard]] Survivors survivors_of(const std::vector<pid_t>& processes);

} // namespace orrery::hooks
