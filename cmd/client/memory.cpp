#include "cmd/client/memory.hpp"

#include <poll.h>
#include <unistd.h>

#include <new>
#include <string_view>
#include <tuple>

namespace orrery::cmd {

namespace {

constexpr int exit_software_error = 70; // EX_SOFTWARE of sysexits

void say(std::string_view words) {
  constexpr int patience_ms = 1000;
  pollfd out{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&out, 1, patience_ms) == 1)
    std::ignore = ::write(STDERR_FILENO, words.data(), words.size());
}

/// Allocates nothing, for there is nothing: so it goes round the log, straight to standard error.
[[noreturn]] void stop() {
  stop_with_words("out of memory", "give it more memory");
}

} // namespace

void stop_with_words(std::string_view what, std::string_view remedy) {
  say("CRITICAL ");
  say(what);
  say(": stopping; nothing unwritten was acknowledged; ");
  say(remedy);
  say(remedy.empty() ? "start again to recover\n" : " and start again to recover\n");
  ::_exit(exit_software_error);
}

void stop_when_memory_is_exhausted() {
  std::set_new_handler(stop);
}

} // namespace orrery::cmd
