#include "cmd/keeper/keeper.hpp"

#include "actors/hooks/control_group.hpp"
#include "actors/hooks/keeper_report.hpp"
#include "actors/hooks/process_tree.hpp"
#include "cmd/keeper/arguments.hpp"
#include "cmd/keeper/hook_process.hpp"
#include "cmd/keeper/left_programs.hpp"

#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace orrery::keeper {

namespace {

using hooks::KeeperReport;

constexpr int talk_fd = 3;
constexpr int output_fds[] = {4, 5};
constexpr const char* working_directory = "."; ///< The data directory, from its hook on.
/// Words that a spare keeper shows: nobody's marks.
constexpr std::string_view spare_words{"orrery-keeper\0--spare\0", 22};

int children_fd = -1; // signalfd for SIGCHLD
pid_t hook = -1;

/// From here on the notes of what is kept are found whatever becomes of the directory's name, and
/// its working directory tells whose the keeper is.
bool enter_data_directory(const char* data) {
  return chdir(data) == 0;
}

void report(const KeeperReport& message) {
  // Sockets take 12 bytes at once. Nobody there to read it: nobody needs it.
  [[maybe_unused]] const ssize_t written = write(talk_fd, &message, sizeof message);
}

/// Sets the name that /proc shows: see actors/hooks/keepers.cpp.
void be_called(const char* mode) {
  prctl(PR_SET_NAME, mode, 0, 0, 0);
}

/// Where a keeper works that has no hook.
void go_home() {
  [[maybe_unused]] const int moved = chdir("/");
}

sigset_t of_children() {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  return child;
}

void prepare_self() {
  be_called("orrery-hook"); // first, and before the session
  setsid();
  close(hooks::starter_socket); // its end is the starter's own
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  const sigset_t child = of_children();
  children_fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// Ways on for a keeper once its hook is over, which has been reported.
enum class After { Spare, Keep, End };

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
/// Where that does not do, because a program is another user's or forks faster than we look, the
/// whole group is killed, with what earlier hooks of the unit have left there.
void kill_all(const char* group) {
  constexpr int longest_pause = 500;
  int pause = 1;
  while (reap(nullptr) == Family::Some) {
    if (pause >= longest_pause && group != nullptr)
      hooks::kill_group(group);
    for (const auto& process : hooks::descendants(getpid())) {
      // A whole group dies at once, so that it cannot fork away. No group of ours is ever that of a
      // stranger: a process can only be in a group of its own session, and the hook began with a
      // session of its own.
      if (process.group != getpgrp() && getpgid(process.pid) == process.group)
        kill(-process.group, SIGKILL);
      hooks::send_signal(process, SIGKILL); // ends a stopped one, too
    }
    pollfd child{children_fd, POLLIN, 0};
    poll(&child, 1, pause);
    clear(children_fd);
    pause = std::min(pause * 2, longest_pause);
  }
}

/// Reaps who has ended of those that the hook left running; each is looked at before.
Family reap_left(LeftPrograms& left) {
  constexpr int looked_at_once = 1'000;
  for (int reaped = 1;; ++reaped) {
    siginfo_t child{};
    const bool failed = waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0;
    const Family family = failed && errno == ECHILD ? Family::None : Family::Some;
    const bool is_last = failed || child.si_pid == 0;
    if (is_last || reaped % looked_at_once == 0)
      left.look();
    if (is_last)
      return family;
    left.ended(child);
    waitpid(child.si_pid, nullptr, 0);
  }
}

/// Keeps what the hook left behind, whatever becomes of the orchestrator.
void keep(LeftPrograms& left) {
  // The output pipes end with those who are left, not with the keeper.
  dup2(0, 1);
  dup2(0, 2);
  bool runner_reads = true; // until it closes its end, what is in the pipes is its to read
  bool open[2] = {true, true};
  while (reap_left(left) == Family::Some) {
    pollfd events[4] = {{children_fd, POLLIN, 0}, {runner_reads ? talk_fd : -1, POLLIN, 0}, {}, {}};
    for (int i = 0; i < 2; ++i)
      events[2 + i] = {!runner_reads && open[i] ? output_fds[i] : -1, POLLIN, 0};
    poll(events, 4, -1);
    clear(children_fd);
    char bytes[65536];
    if (events[1].revents != 0)
      runner_reads = read(talk_fd, bytes, sizeof bytes) > 0;
    for (int i = 0; i < 2; ++i) {
      if (events[2 + i].revents == 0)
        continue;
      const ssize_t size = read(output_fds[i], bytes, sizeof bytes);
      open[i] = size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
    }
  }
}

/// Nothing of the hook is left. Its name and its words tell that before anyone is told.
After be_spare(CommandLine& shown, KeeperReport of_hook) {
  be_called("orrery-spare");
  shown.show(spare_words);
  go_home();
  of_hook.spare = 1;
  report(of_hook);
  return After::Spare;
}

/// The hook has ended by itself, and left something. The name tells that before anyone is told.
After be_keeper(const Arguments& arguments,
                const KeeperReport& of_hook,
                std::optional<LeftPrograms>& left) {
  be_called("orrery-keep");
  left.emplace(working_directory, arguments.machine, arguments.unit);
  report(of_hook);
  return After::Keep;
}

KeeperReport end_of_hook(int status) {
  if (WIFSIGNALED(status))
    return {KeeperReport::Kind::Signaled, WTERMSIG(status)};
  return {KeeperReport::Kind::Exited, WEXITSTATUS(status)};
}

After watch(const Arguments& arguments, CommandLine& shown, std::optional<LeftPrograms>& programs) {
  for (;;) {
    pollfd events[2] = {{children_fd, POLLIN, 0}, {talk_fd, POLLIN, 0}};
    poll(events, 2, -1);
    clear(children_fd);
    int status = 0;
    const Family left = reap(&status);
    if (hook < 0)
      return left == Family::Some ? be_keeper(arguments, end_of_hook(status), programs)
                                  : be_spare(shown, end_of_hook(status));
    if (events[1].revents != 0) {
      kill_all(arguments.program.group);
      report({KeeperReport::Kind::Killed, SIGKILL});
      return After::End;
    }
  }
}

/// @returns why the hook does not run.
std::optional<KeeperReport> begin_hook(const Arguments& arguments) {
  if (!enter_data_directory(arguments.data))
    return KeeperReport{KeeperReport::Kind::NoDirectory, errno};
  return start_hook(arguments.program, hook);
}

/// @param programs set where the hook has left some.
After run(const Arguments& arguments, CommandLine& shown, std::optional<LeftPrograms>& programs) {
  // Who looks for keepers after the orchestrator's end may have looked before we were there.
  pollfd talk{talk_fd, POLLIN, 0};
  if (poll(&talk, 1, 0) != 0) {
    report({KeeperReport::Kind::Killed, SIGKILL});
    return After::End;
  }
  const std::optional<KeeperReport> failure = begin_hook(arguments);
  if (arguments.program.input >= 0)
    close(arguments.program.input); // the hook's own
  if (arguments.program.outputs >= 0)
    close_range(static_cast<unsigned>(arguments.program.outputs),
                static_cast<unsigned>(arguments.program.outputs) + 1, 0);
  if (failure)
    return be_spare(shown, *failure);
  return watch(arguments, shown, programs);
}

/// Waits for the next hook. Nobody misses a keeper that has one: its marks are there before its
/// name says so, and both before it looks whether the orchestrator still is.
bool next(Request& request, CommandLine& shown) {
  request = {}; // may be large
  if (!receive(talk_fd, request))
    return false;
  shown.show({request.texts.data(), request.split.words_size});
  be_called("orrery-hook");
  return true;
}

} // namespace

void inherit_to_keepers() {
  go_home();
  umask(022);
  keep_signals();
  const sigset_t child = of_children();
  sigprocmask(SIG_SETMASK, &child, nullptr);
}

int keep_hooks(Request first, CommandLine& shown) {
  prepare_self();
  Request request = std::move(first);
  do {
    Arguments arguments;
    if (!parse(request, arguments)) {
      report({KeeperReport::Kind::NoProcess, EINVAL});
      return 2;
    }
    std::optional<LeftPrograms> programs;
    const After after = run(arguments, shown, programs);
    if (after == After::Keep) {
      keep(*programs);
      programs->none_left();
      if (arguments.program.group != nullptr)
        hooks::remove_group(arguments.program.group); // it stays where others of the unit run
    }
    if (after != After::Spare)
      return 0;
  } while (next(request, shown));
  return 0;
}

} // namespace orrery::keeper
