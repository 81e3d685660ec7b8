#include "cmd/client/attached_streams.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <utility>

namespace orrery::cmd {

namespace {

constexpr std::size_t stream_piece = 64 << 10; ///< Bytes at a time: what a pipe holds.

/// While it lives, a write that nobody reads tells so by its error alone.
class HeldPipeSignal {
public:
  HeldPipeSignal() : before_{std::signal(SIGPIPE, SIG_IGN)} {}
  HeldPipeSignal(const HeldPipeSignal&) = delete;
  HeldPipeSignal& operator=(const HeldPipeSignal&) = delete;
  ~HeldPipeSignal() { std::signal(SIGPIPE, before_); }

private:
  void (*before_)(int);
};

bool is_not_yet(ssize_t size) {
  return size < 0 && (errno == EAGAIN || errno == EINTR);
}

/// Writes all of it, however long that takes. Where nobody reads it, this process ends by the
/// signal that a writer gets.
/// @returns why it is not taken, as errno has it; 0 if it is
int write_near(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor, bytes, size);
    if (written < 0 && errno == EAGAIN) { // whoever shares it has it so
      pollfd waited{descriptor, POLLOUT, 0};
      ::poll(&waited, 1, -1);
    } else if (written < 0 && errno == EPIPE) {
      std::signal(SIGPIPE, SIG_DFL);
      ::raise(SIGPIPE);
    } else if (written < 0 && errno != EINTR) {
      return errno;
    } else if (written > 0) {
      bytes += written;
      size -= static_cast<std::size_t>(written);
    }
  }
  return 0;
}

/// One program's streams and those here.
class StreamsAttachment {
public:
  StreamsAttachment(FarStreams far, const NearStreams& near, int orchestrator)
    : far_{std::move(far)}, near_{near}, orchestrator_{orchestrator} {}

  int run() {
    while (turn() && why_cut_ == 0) {
    }
    pass_rest(far_.output, near_.output);
    pass_rest(far_.errors, near_.errors);
    return why_cut_;
  }

private:
  /// Waits for something to happen and deals with it.  @returns false at the end.
  bool turn() {
    const bool reads = far_.input.is_open() && read_.empty();
    std::array<pollfd, 5> waited{
      {{reads ? near_.input : -1, POLLIN, 0},
       // Without events: only that the program reads no more is told.
       {far_.input.get(), static_cast<short>(read_.empty() ? 0 : POLLOUT), 0},
       {far_.output.get(), POLLIN, 0},
       {far_.errors.get(), POLLIN, 0},
       {orchestrator_, POLLIN, 0}}};
    if (::poll(waited.data(), waited.size(), -1) < 0)
      return errno == EINTR;
    if (waited[4].revents != 0)
      return false;
    if (waited[2].revents != 0)
      pass(far_.output, near_.output, stream_piece);
    if (waited[3].revents != 0)
      pass(far_.errors, near_.errors, stream_piece);
    if ((waited[1].revents & POLLERR) != 0)
      far_.input.close();
    else if (waited[1].revents != 0)
      write_input();
    if (waited[0].revents != 0)
      read_input();
    return true;
  }

  /// Passes on what is there, at most so much; closes the source at its end. Where standard error
  /// takes no more nothing can be said: this process ends.
  std::size_t pass(config::Descriptor& from, int to, std::size_t most) {
    std::array<char, stream_piece> bytes;
    const ssize_t size = ::read(from.get(), bytes.data(), std::min(most, bytes.size()));
    const int why = size > 0 ? write_near(to, bytes.data(), static_cast<std::size_t>(size)) : 0;
    if (why != 0 && to == near_.errors)
      ::_exit(255);
    if (why != 0)
      why_cut_ = why;
    if (why != 0 || (size <= 0 && !is_not_yet(size)))
      from.close();
    return size > 0 ? static_cast<std::size_t>(size) : 0;
  }

  /// Passes on what is there now: whatever writes later was left running.
  void pass_rest(config::Descriptor& from, int to) {
    int there = 0;
    if (!from.is_open() || ::ioctl(from.get(), FIONREAD, &there) != 0)
      return;
    for (auto left = static_cast<std::size_t>(std::max(there, 0)); left > 0 && from.is_open();) {
      const std::size_t passed = pass(from, to, left);
      if (passed == 0)
        return;
      left -= passed;
    }
  }

  /// @pre all that was read before is written
  void read_input() {
    std::array<char, stream_piece> bytes;
    const ssize_t size = ::read(near_.input, bytes.data(), bytes.size());
    if (size > 0)
      read_.assign(bytes.data(), static_cast<std::size_t>(size));
    else if (!is_not_yet(size))
      far_.input.close();
  }

  void write_input() {
    const ssize_t size = ::write(far_.input.get(), read_.data(), read_.size());
    if (size > 0)
      read_.erase(0, static_cast<std::size_t>(size));
    else if (!is_not_yet(size))
      far_.input.close();
  }

  FarStreams far_;
  NearStreams near_;
  int orchestrator_;
  std::string read_; ///< Not given to the program yet; at most a piece.
  int why_cut_ = 0;  ///< As attach_streams() returns it.
};

} // namespace

int attach_streams(FarStreams far, const NearStreams& near, int orchestrator) {
  const HeldPipeSignal held;
  return StreamsAttachment{std::move(far), near, orchestrator}.run();
}

} // namespace orrery::cmd
