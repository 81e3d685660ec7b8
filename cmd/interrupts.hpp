#pragma once

#include <cstdint>

/// Ctrl-C: ends what a client waits for, never the work that it has asked for.
namespace orrery::cmd {

enum class SecondInterrupt : std::uint8_t {
  Ends, ///< The program, in the way the system has for it.
  Same, ///< Does what the first does: a console goes on.
};

/// From now on SIGINT becomes an interrupt frame of the request that runs, if one does.
void catch_interrupts(SecondInterrupt second);

/// Whether an interrupt has come since this was asked last.
[[nodiscard]] bool take_interrupt();

/// While it lives, a request runs on this socket. One at a time.
class InterruptibleRequest {
public:
  explicit InterruptibleRequest(int socket);
  InterruptibleRequest(const InterruptibleRequest&) = delete;
  InterruptibleRequest& operator=(const InterruptibleRequest&) = delete;
  ~InterruptibleRequest();
};

} // namespace orrery::cmd
