#include "cmd/client/interrupts.hpp"

#include "cmd/client/window.hpp"
#include "cmd/client/wire.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace orrery::cmd {

namespace {

/// The socket of the request that runs, for the handler; -1 while none does.
std::atomic<int> running_socket{-1};
static_assert(std::atomic<int>::is_always_lock_free);

/// Whether a line is read, and whether an interrupt has come for it.
std::atomic<bool> reading{false};
std::atomic<bool> interrupted_line{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// Whether an interrupted request is given up in time, and whether the running one was.
std::atomic<bool> gives_up{false};
std::atomic<bool> given_up{false};

/// How often the read is told of an interrupt that it has not taken, in microseconds; 0: no more.
void tell_every(suseconds_t period) {
  const itimerval timer{{0, period}, {0, period}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}
constexpr suseconds_t tell_period = 20'000;

/// Only ends the system call.
extern "C" void tell(int) {}

/// Ends the wait for an answer: what has come by now is still read.
extern "C" void give_up(int) {
  const auto saved = errno;
  if (const auto socket = running_socket.load(); gives_up && socket >= 0) {
    given_up = true;
    (void)::shutdown(socket, SHUT_RD);
  }
  errno = saved;
}

void give_up_in_time() {
  const itimerval timer{{0, 0}, {patience_after_interrupt.count(), 0}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

extern "C" void interrupt(int) {
  const auto saved = errno;
  if (gives_up)
    give_up_in_time();
  if (reading) {
    interrupted_line = true;
    tell_every(tell_period);
  }
  // An interrupt frame: no payload.
  constexpr std::array<char, 5> frame{0, 0, 0, 0, static_cast<char>(wire::FrameKind::Interrupt)};
  if (const auto socket = running_socket.load(); socket >= 0)
    (void)!::send(socket, frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  errno = saved;
}

/// Sends one frame of thirteen bytes, written without anything that a handler must not use.
extern "C" void resize(int) {
  const auto saved = errno;
  const WindowSize window = window_of(STDOUT_FILENO);
  std::array<char, 13> frame{8, 0, 0, 0, static_cast<char>(wire::FrameKind::Window)};
  for (std::size_t i = 0; i < 4; ++i) {
    frame[5 + i] = static_cast<char>(window.columns >> (8 * i) & 0xffU);
    frame[9 + i] = static_cast<char>(window.rows >> (8 * i) & 0xffU);
  }
  if (const auto socket = running_socket.load(); socket >= 0)
    (void)!::send(socket, frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  errno = saved;
}

} // namespace

CaughtInterrupts::CaughtInterrupts(SecondInterrupt second)
  : gives_up_{second == SecondInterrupt::Ends} {
  if (gives_up_) {
    struct sigaction on_alarm {};
    on_alarm.sa_handler = give_up;
    on_alarm.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &on_alarm, &alarm_before_);
    given_up = false;
    gives_up = true;
  }
  struct sigaction on_resize {};
  on_resize.sa_handler = resize;
  on_resize.sa_flags = SA_RESTART;
  ::sigaction(SIGWINCH, &on_resize, &resize_before_);
  struct sigaction action {};
  action.sa_handler = interrupt;
  action.sa_flags = SA_RESTART;
  if (second == SecondInterrupt::Ends)
    action.sa_flags |= static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, &interrupt_before_);
}

CaughtInterrupts::~CaughtInterrupts() {
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGWINCH, &resize_before_, nullptr);
  if (!gives_up_)
    return;
  gives_up = false;
  tell_every(0);
  ::sigaction(SIGALRM, &alarm_before_, nullptr);
}

InterruptibleLine::InterruptibleLine() {
  struct sigaction action {};
  action.sa_handler = tell;
  ::sigaction(SIGALRM, &action, nullptr);
  interrupted_line = false;
  reading = true;
}

InterruptibleLine::~InterruptibleLine() {
  reading = false;
  tell_every(0);
}

bool InterruptibleLine::interrupted() const {
  return interrupted_line;
}

InterruptibleRequest::InterruptibleRequest(int socket) {
  running_socket = socket;
}

InterruptibleRequest::~InterruptibleRequest() {
  running_socket = -1;
}

bool InterruptibleRequest::was_given_up() {
  return given_up;
}

void wait_after_interrupts() {
  gives_up = false;
}

} // namespace orrery::cmd
