#pragma once

#include "actors/hooks/descriptor.hpp"
#include "actors/hooks/runner.hpp"
#include "actors/hooks/starter.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <string>

namespace orrery::hooks {

/// A keeper that has been started, and this process's ends of its pipes.
struct KeeperProcess {
  pid_t pid = 0;
  Descriptor handle; ///< pidfd
  Descriptor output; ///< Standard output of the hook; reading does not block.
  Descriptor errors; ///< Standard error of the hook; reading does not block.
  Descriptor report; ///< One KeeperReport, then its end; reading does not block.
  Descriptor life;   ///< Closed: we are dead, or have read enough. A byte: kill.
};

/// Why a hook has not been run, if the kernel says E2BIG.
inline constexpr const char* too_large =
  "its arguments and environment are larger than the system lets a program have";

/// Has a keeper made, which starts the hook.
/// @returns the reason if it cannot.
[[nodiscard]] tl::expected<KeeperProcess, std::string>
start_keeper(Starter& starter, const RunnerOptions& options, const HookJob& job);

} // namespace orrery::hooks
