#pragma once

#include <cstdint>
#include <string>
#include <variant>

/// Faults that can be made on purpose, in tests of a model or of Orrery itself.
namespace orrery::agents {

/// The unit's next hooks of this name end so without their program being run.
struct FailHook {
  std::string unit;
  std::string hook;        ///< `*`: any.
  std::uint32_t times = 1; ///< 1 to 1,000,000.
  std::uint8_t exit = 1;   ///< What the program seems to exit with.
};
/// The unit's agent ends as by an exception.
struct KillAgent {
  std::string unit;
};
/// The orchestrator's process ends at once, as by kill -9.
struct CrashDaemon {};
/// No hook is made to fail any more.
struct NoFaults {};

using Fault = std::variant<FailHook, KillAgent, CrashDaemon, NoFaults>;

} // namespace orrery::agents
