#include "cmd/client/attached_terminal.hpp"

#include "cmd/client/raw_terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

namespace orrery::cmd {

namespace {

constexpr std::size_t piece_max = 4096; ///< Bytes of what is typed, or of one look at the program.

/// While it lives, the change of a window's size is told during ppoll() only, so that none is
/// missed.
class HeldResizes {
public:
  HeldResizes() {
    sigset_t resize;
    ::sigemptyset(&resize);
    ::sigaddset(&resize, SIGWINCH);
    ::sigprocmask(SIG_BLOCK, &resize, &before_);
  }
  HeldResizes(const HeldResizes&) = delete;
  HeldResizes& operator=(const HeldResizes&) = delete;
  ~HeldResizes() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  [[nodiscard]] const sigset_t& before() const { return before_; }

private:
  sigset_t before_{};
};

bool is_for_later(ssize_t size) {
  return size < 0 && (errno == EAGAIN || errno == EINTR);
}

/// One terminal before another's program.
class Attachment {
public:
  Attachment(int terminal, int orchestrator) : terminal_{terminal}, orchestrator_{orchestrator} {
    ::fcntl(terminal_, F_SETFL, ::fcntl(terminal_, F_GETFL) | O_NONBLOCK);
  }

  /// @returns why standard output takes no more, as errno has it; 0 if it takes all
  int run() {
    const RawTerminal raw;
    const HeldResizes resizes;
    while (turn(resizes.before())) {
    }
    return why_cut_;
  }

private:
  /// Waits for something to happen and deals with it.  @returns false at the end.
  bool turn(const sigset_t& signals) {
    take_size();
    const bool types = is_input_open_ && typed_.empty();
    std::array<pollfd, 3> waited{
      {{types ? STDIN_FILENO : -1, POLLIN, 0},
       {terminal_, static_cast<short>(typed_.empty() ? POLLIN : POLLIN | POLLOUT), 0},
       {orchestrator_, POLLIN, 0}}};
    if (::ppoll(waited.data(), waited.size(), nullptr, &signals) < 0)
      return errno == EINTR;
    if (waited[2].revents != 0) {
      show_rest();
      return false;
    }
    if ((waited[1].revents & ~POLLOUT) != 0 && !show())
      return false;
    if (waited[0].revents != 0)
      read_typed();
    return type();
  }

  void take_size() const {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
      ::ioctl(terminal_, TIOCSWINSZ, &size); // tells the program only if it is another one
  }

  /// Shows a piece of what the program prints.
  /// @returns false once nobody can print any more, or that is not taken
  bool show() {
    std::array<char, piece_max> bytes{};
    const ssize_t size = ::read(terminal_, bytes.data(), bytes.size());
    for (ssize_t shown = 0; shown < size;) {
      const ssize_t part =
        ::write(STDOUT_FILENO, bytes.data() + shown, static_cast<std::size_t>(size - shown));
      if (part < 0 && errno == EAGAIN) { // whoever shares it has it so
        pollfd waited{STDOUT_FILENO, POLLOUT, 0};
        ::poll(&waited, 1, -1);
      } else if (part < 0 && errno != EINTR) {
        why_cut_ = errno;
        return false;
      }
      shown += part > 0 ? part : 0;
    }
    return size > 0 || is_for_later(size);
  }

  /// Shows what the program has printed last: whatever still prints has been left running.
  void show_rest() {
    constexpr int most_pieces = 256;
    pollfd terminal{terminal_, POLLIN, 0};
    for (int i = 0; i<most_pieces&& ::poll(&terminal, 1, 0)> 0 && show(); ++i) {
    }
  }

  /// The end of what is typed is the key that means so.
  void read_typed() {
    constexpr char end_of_input = '\x04';
    std::array<char, piece_max> bytes{};
    const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (is_for_later(size))
      return;
    is_input_open_ = size > 0;
    typed_.assign(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (!is_input_open_)
      typed_ += end_of_input;
  }

  /// Gives the program what was typed, as far as it takes it now.
  bool type() {
    const ssize_t size = typed_.empty() ? 0 : ::write(terminal_, typed_.data(), typed_.size());
    if (size > 0)
      typed_.erase(0, static_cast<std::size_t>(size));
    return size >= 0 || is_for_later(size);
  }

  int terminal_;
  int orchestrator_;
  std::string typed_; ///< Not given to the program yet; at most a piece.
  bool is_input_open_ = true;
  int why_cut_ = 0; ///< As run() returns it.
};

} // namespace

int attach(int terminal, int orchestrator) {
  return Attachment{terminal, orchestrator}.run();
}

} // namespace orrery::cmd
