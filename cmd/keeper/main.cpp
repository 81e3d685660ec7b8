// orrery-keeper: holds one hook and everything it starts.
//
//   orrery-keeper --data DIR --machine N --unit U --runs hook|command --directory DIR -- PROGRAM [ARGUMENT...]
//
// --data, --machine, --unit and --runs mark it, for those who look for keepers in /proc, and name its note
// (actors/hooks/kept_note.hpp); what a command on the machine itself (no unit) leaves running is noted nowhere. Its environment is the hook's. Descriptors it is started with:
//   0 /dev/null    1 2 write ends for the hook's output    3 write end of the report    4 read end
//   of life 5 6 read ends of the output pipes
// Report: 8 bytes, once, see actors/hooks/keeper_report.hpp. Life: end of file while the hook runs
// means that the orchestrator has died, a byte that the hook's time is over: both kill the hook and
// all it has started.
//
// Its name in /proc/PID/comm tells its mode: `orrery-hook` while the hook runs, `orrery-keep`
// afterwards. Then it waits until nothing is left of what the hook started, and empties the output
// pipes, so that nobody who still writes to them gets SIGPIPE.
#include "actors/hooks/keeper_report.hpp"
#include "actors/hooks/kept_note.hpp"
#include "actors/hooks/process_tree.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using orrery::hooks::KeeperReport;

constexpr int report_fd = 3;
constexpr int life_fd = 4;
constexpr int output_fds[] = {5, 6};
constexpr int ignored_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};

int children_fd = -1; // signalfd for SIGCHLD
pid_t hook = -1;

struct Arguments {
  const char* data = "";
  std::uint32_t machine = 0;
  const char* unit = "";
  const char* directory = nullptr;
  char** program = nullptr;
};

bool parse(char** argument, Arguments& arguments) {
  for (++argument; argument[0] != nullptr; argument += 2) {
    if (std::strcmp(argument[0], "--") == 0) {
      arguments.program = argument + 1;
      return argument[1] != nullptr && arguments.directory != nullptr;
    }
    if (argument[1] == nullptr)
      return false;
    if (std::strcmp(argument[0], "--directory") == 0)
      arguments.directory = argument[1];
    else if (std::strcmp(argument[0], "--data") == 0)
      arguments.data = argument[1];
    else if (std::strcmp(argument[0], "--unit") == 0)
      arguments.unit = argument[1];
    else if (std::strcmp(argument[0], "--machine") == 0)
      arguments.machine = static_cast<std::uint32_t>(std::strtoul(argument[1], nullptr, 10));
  }
  return false;
}

void report(KeeperReport::Kind kind, int value) {
  const KeeperReport message{kind, value};
  // Pipes take 8 bytes at once. Nobody there to read it: nobody needs it.
  [[maybe_unused]] const ssize_t written = write(report_fd, &message, sizeof message);
  close(report_fd);
}

void prepare_self() {
  [[maybe_unused]] const int moved = chdir("/");
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  prctl(PR_SET_NAME, "orrery-hook", 0, 0, 0);
  umask(022);
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  for (const int number : ignored_signals)
    signal(number, SIG_IGN);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_SETMASK, &child, nullptr);
  children_fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// All signals as a program expects them. By the system call itself: posix_spawn leaves the C
/// library's own two ignored, which its functions refuse to touch.
void reset_signals() {
  struct {
    unsigned long handler, flags, restorer, mask;
  } standard{}; // the kernel's own layout: all zero is SIG_DFL
  for (int number = 1; number <= 64; ++number)
    syscall(SYS_rt_sigaction, number, &standard, nullptr, sizeof standard.mask);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// In the child: becomes the hook, or tells why not.
[[noreturn]] void become_hook(const Arguments& arguments, pid_t keeper, int failure) {
  KeeperReport message{KeeperReport::Kind::NoDirectory, 0};
  prctl(PR_SET_NAME, "orrery-start", 0, 0, 0);
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != keeper)
    _exit(127);
  reset_signals();
  if (chdir(arguments.directory) == 0) {
    execv(arguments.program[0], arguments.program);
    message.kind = KeeperReport::Kind::NoProgram;
  }
  message.value = errno;
  [[maybe_unused]] const ssize_t written = write(failure, &message, sizeof message);
  _exit(127);
}

/// @returns false if the hook could not be started, which then has been reported.
bool start(const Arguments& arguments) {
  int failure[2];
  const pid_t self = getpid();
  if (pipe2(failure, O_CLOEXEC) != 0 || (hook = fork()) < 0) {
    report(KeeperReport::Kind::NoProcess, errno);
    return false;
  }
  if (hook == 0)
    become_hook(arguments, self, failure[1]);
  close(failure[1]);
  // The output pipes end when the hook's side ends, not with the keeper.
  dup2(0, 1);
  dup2(0, 2);
  KeeperReport message;
  const ssize_t size = read(failure[0], &message, sizeof message);
  close(failure[0]);
  if (size == 0)
    return true; // closed by exec
  report(message.kind, message.value);
  waitpid(hook, nullptr, 0);
  return false;
}

enum class Family { Some, None };

/// Reaps who has ended.  @param status is set when the hook is among them.
Family reap(int* status) {
  for (;;) {
    int ended = 0;
    const pid_t pid = waitpid(-1, &ended, WNOHANG);
    if (pid == 0)
      return Family::Some;
    if (pid < 0)
      return errno == ECHILD ? Family::None : Family::Some;
    if (pid == hook && status != nullptr) {
      *status = ended;
      hook = -1;
    }
  }
}

void clear(int descriptor) {
  char bytes[65536];
  while (read(descriptor, bytes, sizeof bytes) == static_cast<ssize_t>(sizeof bytes)) {
  }
}

/// Kills everything below until nothing is left, however it forks and whatever sessions it opens.
void kill_all() {
  int pause = 1;
  while (reap(nullptr) == Family::Some) {
    for (const auto& process : orrery::hooks::descendants(getpid())) {
      // A whole group dies at once, so that it cannot fork away. No group of ours is ever that of a
      // stranger: a process can only be in a group of its own session, and the hook began with a
      // session of its own.
      if (process.group != getpgrp() && getpgid(process.pid) == process.group)
        kill(-process.group, SIGKILL);
      orrery::hooks::send_signal(process, SIGKILL);
    }
    pollfd child{children_fd, POLLIN, 0};
    poll(&child, 1, pause);
    clear(children_fd);
    pause = std::min(pause * 2, 500);
  }
}

/// What the hook left behind lives on, whatever becomes of the orchestrator.
void keep() {
  bool runner_reads =
    true; // until its end of the life pipe closes, what is in the pipes is its to read
  bool open[2] = {true, true};
  while (reap(nullptr) == Family::Some) {
    pollfd events[4] = {{children_fd, POLLIN, 0}, {runner_reads ? life_fd : -1, POLLIN, 0}, {}, {}};
    for (int i = 0; i < 2; ++i)
      events[2 + i] = {!runner_reads && open[i] ? output_fds[i] : -1, POLLIN, 0};
    poll(events, 4, -1);
    clear(children_fd);
    char bytes[65536];
    if (events[1].revents != 0)
      runner_reads = read(life_fd, bytes, sizeof bytes) > 0;
    for (int i = 0; i < 2; ++i) {
      if (events[2 + i].revents == 0)
        continue;
      const ssize_t size = read(output_fds[i], bytes, sizeof bytes);
      open[i] = size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
    }
  }
}

/// @returns whether the hook ended by itself, was reported, and left something running.
bool watch(const Arguments& arguments) {
  for (;;) {
    pollfd events[2] = {{children_fd, POLLIN, 0}, {life_fd, POLLIN, 0}};
    poll(events, 2, -1);
    clear(children_fd);
    int status = 0;
    const bool leaves = reap(&status) == Family::Some;
    if (hook < 0) {
      prctl(PR_SET_NAME, "orrery-keep", 0, 0, 0); // before anyone is told
      if (leaves && arguments.unit[0] != '\0')
        orrery::hooks::write_kept_note(arguments.data, arguments.machine, arguments.unit);
      if (WIFSIGNALED(status))
        report(KeeperReport::Kind::Signaled, WTERMSIG(status));
      else
        report(KeeperReport::Kind::Exited, WEXITSTATUS(status));
      return leaves;
    }
    if (events[1].revents != 0) {
      kill_all();
      report(KeeperReport::Kind::Killed, SIGKILL);
      return false;
    }
  }
}

} // namespace

int main(int, char** argv) {
  Arguments arguments;
  if (!parse(argv, arguments)) {
    std::fputs("orrery-keeper is started by orrery for each hook; it is not for use by hand\n",
               stderr);
    return 2;
  }
  prepare_self();
  if (start(arguments) && watch(arguments)) {
    keep();
    if (arguments.unit[0] != '\0')
      orrery::hooks::remove_kept_note(arguments.data, arguments.machine, arguments.unit);
  }
  return 0;
}
