#include "cmd/client/send_input.hpp"

#include "cmd/client/wire.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

namespace orrery::cmd {

namespace {

/// Keeps the frames of interrupts and window sizes (interrupts.hpp) out of the midst of another.
class SignalsHeld {
public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

private:
  sigset_t before_{};
};

/// @returns false if the orchestrator is gone.
bool send_part(int socket, wire::InputPart::State state, std::string bytes) {
  const SignalsHeld held;
  return wire::send_frame(socket, wire::FrameKind::Input,
                          wire::encode(wire::InputPart{state, std::move(bytes)}), wire::no_deadline)
    .has_value();
}

/// Waits for the input. @returns false once the orchestrator has something to say, or is gone.
bool input_is_ready(int socket, int input) {
  while (true) {
    std::array<pollfd, 2> waited{{{input, POLLIN, 0}, {socket, POLLIN, 0}}};
    if (::poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR)
      return false;
    if (waited[1].revents != 0)
      return false;
    if (waited[0].revents != 0)
      return true;
  }
}

} // namespace

void send_input(int socket, int input, std::size_t most) {
  using State = wire::InputPart::State;
  std::string bytes;
  for (std::size_t sent = 0; sent <= most;) {
    if (!input_is_ready(socket, input))
      return;
    bytes.resize(wire::input_part_max);
    const ssize_t count = ::read(input, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (count < 0) {
      send_part(socket, State::Unreadable, std::generic_category().message(errno));
      return;
    }
    bytes.resize(static_cast<std::size_t>(count));
    sent += bytes.size();
    if (!send_part(socket, count == 0 ? State::Last : State::More, bytes) || count == 0)
      return;
  }
}

} // namespace orrery::cmd
