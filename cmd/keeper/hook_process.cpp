#include "cmd/keeper/hook_process.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace orrery::keeper {

namespace {

using hooks::KeeperReport;

struct Start {
  const HookProgram& program;
  pid_t keeper;
  std::optional<KeeperReport> failure;
};

constexpr int ignored_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};
constexpr int last_signal = 64;

/// As a program expects it. By the system call itself: posix_spawn leaves the C library's own two
/// ignored, which its functions refuse to touch.
void reset_signal(int number) {
  struct {
    unsigned long handler, flags, restorer, mask;
  } standard{}; // the kernel's own layout: all zero is SIG_DFL
  syscall(SYS_rt_sigaction, number, &standard, nullptr, sizeof standard.mask);
}

/// What keep_signals() has changed.
void reset_signals() {
  for (const int number : ignored_signals)
    reset_signal(number);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// In the child: becomes the hook, or tells why not. The memory is the keeper's, which waits
/// meanwhile; directory, signals and name are its own.
int become_hook(void* what) {
  Start& start = *static_cast<Start*>(what);
  prctl(PR_SET_NAME, "orrery-start", 0, 0, 0);
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != start.keeper)
    _exit(127);
  reset_signals();
  KeeperReport::Kind kind = KeeperReport::Kind::NoDirectory;
  if (chdir(start.program.directory) == 0) {
    execve(start.program.words[0], start.program.words, start.program.environment);
    kind = KeeperReport::Kind::NoProgram;
  }
  start.failure = KeeperReport{kind, errno};
  _exit(127);
}

} // namespace

void keep_signals() {
  for (int number = 1; number <= last_signal; ++number)
    reset_signal(number);
  for (const int number : ignored_signals)
    signal(number, SIG_IGN);
}

std::optional<KeeperReport> start_hook(const HookProgram& program, pid_t& pid) {
  alignas(64) static std::array<char, 32 << 10> stack; // of the child, until it is another program
  Start start{program, getpid(), std::nullopt};
  const int made =
    clone(become_hook, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
  if (made < 0)
    return KeeperReport{KeeperReport::Kind::NoProcess, errno};
  if (start.failure)
    waitpid(made, nullptr, 0);
  else
    pid = made;
  return start.failure;
}

} // namespace orrery::keeper
