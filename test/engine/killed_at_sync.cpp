#include "test/engine/killed_at_sync.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace orrery::test {

std::atomic<std::uint64_t> calls_to_live{0};
std::atomic<std::uint64_t> calls_made{0};

namespace {

void count_call() {
  ++calls_made;
  if (calls_to_live != 0 && --calls_to_live == 0)
    (void)::kill(::getpid(), SIGKILL);
}

} // namespace
} // namespace orrery::test

// In the place of the C library's, for this program and the libraries that it loads.
extern "C" {

int fsync(int file) {
  orrery::test::count_call();
  return static_cast<int>(::syscall(SYS_fsync, file));
}

int fdatasync(int file) {
  orrery::test::count_call();
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}

int rename(const char* from, const char* to) noexcept {
  orrery::test::count_call();
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
}
