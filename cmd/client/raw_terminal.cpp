#include "cmd/client/raw_terminal.hpp"

#include <termios.h>
#include <unistd.h>

namespace orrery::cmd {

namespace {

/// The terminal of standard input as it was before; read by the handler, too.
termios before_raw{};

/// Ends the program by the signal, whose handling is undone when this is called.
extern "C" void restore_and_end(int signal) {
  ::tcsetattr(STDIN_FILENO, TCSANOW, &before_raw);
  ::raise(signal);
}

/// Returns how a signal is handled from now on: one that is ignored stays ignored, and one that has
/// a handler keeps it, however often it comes.
struct sigaction handled_in_raw(struct sigaction before) {
  if (before.sa_handler == SIG_IGN)
    return before;
  if (before.sa_handler != SIG_DFL) {
    before.sa_flags &= ~static_cast<int>(SA_RESETHAND);
    return before;
  }
  struct sigaction action {};
  action.sa_handler = restore_and_end;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaddset(&action.sa_mask, SIGTTOU); // from the background, too
  return action;
}

} // namespace

RawTerminal::RawTerminal() : is_terminal_{::tcgetattr(STDIN_FILENO, &before_raw) == 0} {
  if (!is_terminal_)
    return;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals.at(i), nullptr, &handled_before_.at(i));
    const struct sigaction action = handled_in_raw(handled_before_.at(i));
    ::sigaction(signals.at(i), &action, nullptr);
  }
  termios raw = before_raw;
  ::cfmakeraw(&raw);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

RawTerminal::~RawTerminal() {
  if (!is_terminal_)
    return;
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_raw);
  for (std::size_t i = 0; i < signals.size(); ++i)
    ::sigaction(signals.at(i), &handled_before_.at(i), nullptr);
}

} // namespace orrery::cmd
