#include "cmd/client/window.hpp"

#include <sys/ioctl.h>

namespace orrery::cmd {

WindowSize window_of(int terminal) {
  WindowSize window;
  winsize size{};
  if (::ioctl(terminal, TIOCGWINSZ, &size) != 0)
    return window;
  if (size.ws_col > 0)
    window.columns = size.ws_col;
  if (size.ws_row > 0)
    window.rows = size.ws_row;
  return window;
}

} // namespace orrery::cmd
