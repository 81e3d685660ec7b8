#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

/// Descent of processes, read from /proc. No libraries: the keeper program is built with it too.
namespace orrery::hooks {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  std::uint64_t started =
    0; ///< Clock ticks since boot: with the pid it names one process for ever.
  bool zombie = false;
  char state = 0; ///< As /proc tells it: `R`, `S`, `D`, `T`, ...
};

/// @returns nothing if there is no such process.
[[nodiscard]] std::optional<Process> read_process(pid_t pid);
/// All processes below any of `ancestors`, each once, parents before children, zombies too;
/// `ancestors` themselves are not included. Reads all of /proc, once.
[[nodiscard]] std::vector<Process> descendants(const std::vector<pid_t>& ancestors);
[[nodiscard]] std::vector<Process> descendants(pid_t ancestor);
/// Sends `signal` to exactly that process: one that got its pid later is left alone.
/// @returns false if it is gone, or with EPERM in errno if it may not be signalled.
bool send_signal(const Process& process, int signal);

} // namespace orrery::hooks
