#pragma once

#include <csignal>
#include <cstdint>

/// Ctrl-C: ends what a client waits for, never the work that it has asked for. A window that gets
/// another size: who draws in it is told.
namespace orrery::cmd {

enum class SecondInterrupt : std::uint8_t {
  Ends, ///< The program, in the way the system has for it.
  Same, ///< Does what the first does: a console goes on.
};

/// While it lives, SIGINT becomes an interrupt frame of the request that runs, if one does, and
/// SIGWINCH a frame with the size of the window that standard output is. Then both do what they did
/// before.
class CaughtInterrupts {
public:
  explicit CaughtInterrupts(SecondInterrupt second);
  CaughtInterrupts(const CaughtInterrupts&) = delete;
  CaughtInterrupts& operator=(const CaughtInterrupts&) = delete;
  ~CaughtInterrupts();

private:
  struct sigaction resize_before_ {};
  struct sigaction interrupt_before_ {};
};

/// While it lives, a line is read, and an interrupt ends the system call that waits for it: told
/// again and again until the line is given up, for one that comes right before the call would be
/// missed.
class InterruptibleLine {
public:
  InterruptibleLine();
  InterruptibleLine(const InterruptibleLine&) = delete;
  InterruptibleLine& operator=(const InterruptibleLine&) = delete;
  ~InterruptibleLine();
  /// Whether an interrupt has come since it was made.
  [[nodiscard]] bool interrupted() const;
};

/// While it lives, a request runs on this socket. One at a time.
class InterruptibleRequest {
public:
  explicit InterruptibleRequest(int socket);
  InterruptibleRequest(const InterruptibleRequest&) = delete;
  InterruptibleRequest& operator=(const InterruptibleRequest&) = delete;
  ~InterruptibleRequest();
};

} // namespace orrery::cmd
