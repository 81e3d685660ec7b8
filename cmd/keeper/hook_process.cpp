#include "cmd/keeper/hook_process.hpp"

#include <grp.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace orrery::keeper {

namespace {

using hooks::KeeperReport;

/// Why a hook's process has not become its program.
struct Failure {
  bool failed;
  KeeperReport why;
};

struct Start {
  const HookProgram& program;
  pid_t keeper;
  Failure& failure; ///< In memory that both have.
};

constexpr int ignored_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};
constexpr int last_signal = 64;

/// Resets a signal as a program expects it. By the system call itself: posix_spawn leaves the C
/// library's own two ignored, which its functions refuse to touch.
void reset_signal(int number) {
  struct {
    unsigned long handler, flags, restorer, mask;
  } standard{}; // the kernel's own layout: all zero is SIG_DFL
  syscall(SYS_rt_sigaction, number, &standard, nullptr, sizeof standard.mask);
}

/// Undoes what keep_signals() has changed.
void reset_signals() {
  for (const int number : ignored_signals)
    reset_signal(number);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// By the system calls themselves: the C library would have all threads of the keeper do the same,
/// and this memory is the keeper's.  @returns false, and errno.
bool become_user(uid_t user) {
  return syscall(SYS_setgroups, 0, nullptr) == 0 && syscall(SYS_setresgid, user, user, user) == 0
         && syscall(SYS_setresuid, user, user, user) == 0;
}

/// Gives a hook its rights, before it is one.  @returns false, and errno.
bool take_rights(const HookProgram& program) {
  if (program.user != 0 && !become_user(program.user))
    return false;
  return !program.no_new_privileges || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/// Makes the hook's standard streams its own, as far as it has any.  @returns false, and errno.
bool take_streams(const HookProgram& program) {
  return (program.input < 0 || dup2(program.input, 0) == 0)
         && (program.outputs < 0
             || (dup2(program.outputs, 1) == 1 && dup2(program.outputs + 1, 2) == 2));
}

/// In the child: becomes the hook, or tells why not. The keeper waits meanwhile, and its memory may
/// be the child's, too; directory, signals and name are its own.
[[noreturn]] void become_hook(void* what) {
  Start& start = *static_cast<Start*>(what);
  prctl(PR_SET_NAME, "orrery-start", 0, 0, 0);
  setsid();
  KeeperReport::Kind kind = KeeperReport::Kind::NoProcess;
  if (take_rights(start.program) && take_streams(start.program)) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); // a change of the user would forget that
    if (getppid() != start.keeper)
      _exit(127);
    reset_signals();
    kind = KeeperReport::Kind::NoDirectory;
    if (chdir(start.program.directory) == 0) {
      execve(start.program.words[0], start.program.words, start.program.environment);
      kind = KeeperReport::Kind::NoProgram;
    }
  }
  start.failure = {true, {kind, errno}};
  _exit(127);
}

int run_child(void* what) {
  become_hook(what);
}

/// A child in our own control group. Its memory is ours until it is another program.
pid_t begin_here(Start& start) {
  alignas(64) static std::array<char, 32 << 10> stack;
  return clone(run_child, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
}

#if defined(__x86_64__)
constexpr std::uint64_t shares_memory = CLONE_VM; ///< A copy of it takes longer than all the rest.

/// The call by its instruction: the child is in this very frame, on our stack, while we wait. It
/// only goes deeper and never returns from here; a function that made the call would return in it.
/// Nothing lives in this frame after the call but its result.
[[gnu::noinline]] long clone_hook(const clone_args* how, Start* start) {
  long result = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "0"(SYS_clone3), "D"(how), "S"(sizeof *how)
               : "rcx", "r11", "memory");
  if (result == 0)
    become_hook(start);
  return result;
}
#else
constexpr std::uint64_t shares_memory = 0;

long clone_hook(const clone_args* how, Start* start) {
  const long result = syscall(SYS_clone3, how, sizeof *how);
  if (result == 0)
    become_hook(start);
  return result < 0 ? -errno : result;
}
#endif

/// A child in a control group, from its first moment on, so that nothing of it is ever elsewhere.
/// @returns -1 and errno if it cannot be.
pid_t begin_in_group(Start& start) {
  constexpr int most_tries = 10; // somebody may remove the group before we are in it
  for (int tries = 0; tries < most_tries; ++tries) {
    const int group = hooks::open_group(start.program.group, start.program.limits);
    if (group < 0 && errno != ENOENT)
      return -1;
    clone_args how{};
    how.flags = CLONE_VFORK | CLONE_INTO_CGROUP | shares_memory;
    how.exit_signal = SIGCHLD;
    how.cgroup = static_cast<std::uint64_t>(group);
    const long made = group < 0 ? -ENOENT : clone_hook(&how, &start);
    if (group >= 0)
      close(group);
    if (made > 0)
      return static_cast<pid_t>(made);
    errno = static_cast<int>(-made);
    if (errno != ENODEV && errno != ENOENT)
      break;
  }
  return -1;
}

/// Memory that a child with a copy of ours has, too. Null if there is none.
Failure* shared_failure() {
  static void* const page =
    mmap(nullptr, sizeof(Failure), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : static_cast<Failure*>(page);
}

} // namespace

void keep_signals() {
  for (int number = 1; number <= last_signal; ++number)
    reset_signal(number);
  for (const int number : ignored_signals)
    signal(number, SIG_IGN);
}

std::optional<KeeperReport> start_hook(const HookProgram& program, pid_t& pid) {
  Failure* const failure = shared_failure();
  if (failure == nullptr)
    return KeeperReport{KeeperReport::Kind::NoProcess, ENOMEM};
  failure->failed = false;
  Start start{program, getpid(), *failure};
  const pid_t made = program.group == nullptr ? begin_here(start) : begin_in_group(start);
  if (made < 0)
    return KeeperReport{KeeperReport::Kind::NoProcess, errno};
  if (failure->failed) {
    waitpid(made, nullptr, 0);
    return failure->why;
  }
  pid = made;
  return std::nullopt;
}

} // namespace orrery::keeper
