#pragma once

#include <cstdint>

/// What a keeper tells the runner, once: 8 bytes in the machine's own order, both run on one host.
namespace orrery::hooks {

struct KeeperReport {
  enum class Kind : std::uint32_t {
    Exited,      ///< `value` is the hook's exit code.
    Signaled,    ///< `value` is the signal.
    Killed,      ///< At the runner's word, with everything it had started.
    NoDirectory, ///< chdir failed: `value` is errno.
    NoProgram,   ///< exec failed: `value` is errno.
    NoProcess,   ///< fork failed: `value` is errno.
  };
  Kind kind = Kind::Exited;
  std::int32_t value = 0;
};
static_assert(sizeof(KeeperReport) == 8);

} // namespace orrery::hooks
