#include "cmd/engine/typed_line.hpp"

#include "cmd/client/client.hpp"

#include <termios.h>
#include <unistd.h>

#include <cerrno>

namespace orrery::cmd {

namespace {

constexpr std::size_t line_max = 4096;

/// Hides what is typed, while it lives.
class HiddenTyping {
public:
  HiddenTyping() {
    is_terminal_ = ::tcgetattr(STDIN_FILENO, &before_) == 0;
    if (!is_terminal_)
      return;
    termios hidden = before_;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    (void)::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
  }
  HiddenTyping(const HiddenTyping&) = delete;
  HiddenTyping& operator=(const HiddenTyping&) = delete;
  ~HiddenTyping() {
    if (!is_terminal_)
      return;
    (void)::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    StreamOutput{}.err("\n"); // the one that was typed is not seen
  }

private:
  termios before_{};
  bool is_terminal_ = false;
};

std::optional<std::string> read_line() {
  std::string line;
  while (line.size() <= line_max) {
    char byte = 0;
    const auto count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return line.empty() ? std::nullopt : std::optional{line};
    if (byte == '\n')
      return line;
    line += byte;
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> ask_for_line(const std::string& prompt, bool is_secret) {
  StreamOutput{}.err(prompt);
  if (!is_secret)
    return read_line();
  const HiddenTyping hidden;
  return read_line();
}

} // namespace orrery::cmd
