#pragma once

#include <array>
#include <csignal>

namespace orrery::cmd {

/// While it lives, standard input gives each byte as it is typed and shows none, if it is a
/// terminal. It is as it was before afterwards, also where a signal ends the program meanwhile; an
/// interrupt that somebody handles does not end it. One at a time.
class RawTerminal {
public:
  RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal();

private:
  static constexpr std::array<int, 4> signals{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

  bool is_terminal_;
  std::array<struct sigaction, signals.size()> handled_before_{};
};

} // namespace orrery::cmd
