#pragma once

#include <cstdint>

/// The report that a keeper gives the runner of its hook, once: 12 bytes in the machine's own
/// order, both run on one host.
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
  std::uint32_t spare = 0; ///< Not 0: nothing of the hook is left, the keeper waits for another.
};
static_assert(sizeof(KeeperReport) == 12);

} // namespace orrery::hooks
