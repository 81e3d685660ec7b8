#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/hooks/starter.hpp"
#include "config/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace orrery::hooks {

class SpareKeepers;

/// A keeper that has been started, and this process's ends of its pipes and its socket.
struct KeeperProcess {
  std::uint64_t id = 0; ///< For the runner's loop, which numbers new ones.
  pid_t pid = 0;
  config::Descriptor handle; ///< pidfd
  config::Descriptor output; ///< Standard output of the hook; reading does not block.
  config::Descriptor errors; ///< Standard error of the hook; reading does not block.
  /// One KeeperReport a hook; reading does not block. Closed: we are dead, or have read enough. A
  /// byte: kill.
  config::Descriptor talk;
};

/// Why a hook has not been run, if the kernel says E2BIG.
inline constexpr const char* too_large =
  "its arguments and environment are larger than the system lets a program have";

/// Has a spare keeper start the hook, or a new one, whose id is 0.
/// @returns the reason if it cannot.
[[nodiscard]] tl::expected<KeeperProcess, std::string> start_keeper(SpareKeepers& spare,
                                                                    Starter& starter,
                                                                    const RunnerOptions& options,
                                                                    const HookJob& job);

} // namespace orrery::hooks
