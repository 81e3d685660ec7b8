#include "cmd/client/memory.hpp"

#include <unistd.h>

#include <new>
#include <string_view>
#include <tuple>

namespace orrery::cmd {

namespace {

constexpr int exit_software_error = 70; // EX_SOFTWARE of sysexits

/// Allocates nothing, for there is nothing: so it goes round the log, straight to standard error.
[[noreturn]] void stop() {
  constexpr std::string_view words =
    "CRITICAL out of memory: stopping; nothing unwritten was acknowledged; give it more memory and "
    "start again to recover\n";
  std::ignore = ::write(STDERR_FILENO, words.data(), words.size());
  ::_exit(exit_software_error);
}

} // namespace

void stop_when_memory_is_exhausted() {
  std::set_new_handler(stop);
}

} // namespace orrery::cmd
