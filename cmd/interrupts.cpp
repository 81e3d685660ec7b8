#include "cmd/interrupts.hpp"

#include "cmd/wire.hpp"

#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace orrery::cmd {

namespace {

/// The socket of the request that runs, for the handler; -1 while none does.
std::atomic<int> running_socket{-1};
static_assert(std::atomic<int>::is_always_lock_free);

/// Whether one has come since somebody asked.
std::atomic<bool> seen{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void interrupt(int) {
  const auto saved = errno;
  seen = true;
  // An interrupt frame: no payload.
  constexpr std::array<char, 5> frame{0, 0, 0, 0, static_cast<char>(wire::FrameKind::Interrupt)};
  if (const auto socket = running_socket.load(); socket >= 0)
    (void)!::send(socket, frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  errno = saved;
}

} // namespace

void catch_interrupts(SecondInterrupt second) {
  struct sigaction action {};
  action.sa_handler = interrupt;
  action.sa_flags = SA_RESTART;
  if (second == SecondInterrupt::Ends)
    action.sa_flags |= static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
}

bool take_interrupt() {
  return seen.exchange(false);
}

InterruptibleRequest::InterruptibleRequest(int socket) {
  running_socket = socket;
}

InterruptibleRequest::~InterruptibleRequest() {
  running_socket = -1;
}

} // namespace orrery::cmd
