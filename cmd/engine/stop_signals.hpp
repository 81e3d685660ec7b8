#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace orrery::cmd {

/// Waits, on a thread of its own, for a signal that tells the process to stop: SIGTERM, SIGINT, or
/// SIGHUP unless the process was begun with that ignored (nohup). Nothing that hangs keeps the
/// process longer than the grace: it then ends with 70 and a word, as after kill -9.
class StopSignals {
public:
  /// Blocks these signals in the calling thread, and in all that it begins later.
  /// @throws std::system_error where the system has no thread for it
  explicit StopSignals(std::chrono::milliseconds grace);

  /// Returns when the first has come, perhaps before the call. @returns its name.
  std::string wait();

private:
  struct State;
  std::shared_ptr<State> state_; ///< Shared with the thread, which lasts as long as the process.
};

} // namespace orrery::cmd
