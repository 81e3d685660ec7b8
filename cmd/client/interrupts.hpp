#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>

/// Ctrl-C: ends what a client waits for, never the work that it has asked for. A window that gets
/// another size: who draws in it is told.
namespace orrery::cmd {

enum class SecondInterrupt : std::uint8_t {
  /// The program, in the way the system has for it. After the first, an orchestrator that is busy
  /// with the request has a while to answer, then nobody waits for it any more.
  Ends,
  Same, ///< Does what the first does: a console goes on.
};

/// How long an answer may take after an interrupt: `wait` and whatever else lasts says by then how
/// far it is.
inline constexpr std::chrono::seconds patience_after_interrupt{2};

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
  struct sigaction alarm_before_ {};
  bool gives_up_; ///< Where a second one ends the program.
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
  /// Whether it was interrupted, and the answer has not come in time: nothing comes from the socket
  /// any more.
  [[nodiscard]] static bool was_given_up();
};

/// A program is attached to the client: an interrupt is the program's, which may take its time.
void wait_after_interrupts();

} // namespace orrery::cmd
