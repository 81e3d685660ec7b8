#include "actors/hooks/keeper_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::hooks {

namespace {

constexpr int highest_keeper_fd = 6;

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

/// Both ends above those that the keeper has, so that giving them their places overwrites none.
bool open_pipe(Pipe& made) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return false;
  const Descriptor low_read(ends[0]);
  const Descriptor low_write(ends[1]);
  made.read_end = Descriptor(fcntl(ends[0], F_DUPFD_CLOEXEC, highest_keeper_fd + 1));
  made.write_end = Descriptor(fcntl(ends[1], F_DUPFD_CLOEXEC, highest_keeper_fd + 1));
  return made.read_end.is_open() && made.write_end.is_open();
}

struct Pipes {
  Pipe output, errors, report, life;
  bool open() {
    return open_pipe(output) && open_pipe(errors) && open_pipe(report) && open_pipe(life);
  }
};

/// Texts as execve wants them.
class TextArray {
public:
  explicit TextArray(std::vector<std::string> texts) : texts_(std::move(texts)) {
    for (std::string& text : texts_)
      pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  [[nodiscard]] char** data() { return pointers_.data(); }

private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

/// @returns why the environment cannot be given to a program as it is; nothing is quoted: values
/// may be secret.
std::string environment_fault(const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) {
    if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos)
      return "an environment variable's name is empty or holds '=' or a NUL byte";
    if (value.find('\0') != std::string::npos)
      return "environment variable " + name + " holds a NUL byte";
  }
  return {};
}

TextArray environment_of(const HookJob& job) {
  std::vector<std::string> texts;
  texts.reserve(job.environment.size());
  for (const auto& [name, value] : job.environment)
    texts.push_back(name + "=" + value);
  return TextArray(std::move(texts));
}

TextArray arguments_of(const RunnerOptions& options, const HookJob& job) {
  std::vector<std::string> texts{options.keeper.string(),
                                 "--data",
                                 options.data_directory.string(),
                                 "--machine",
                                 std::to_string(job.machine),
                                 "--unit",
                                 job.unit,
                                 "--runs",
                                 job.command ? "command" : "hook",
                                 "--directory",
                                 job.directory.string(),
                                 "--",
                                 job.program.string()};
  texts.insert(texts.end(), job.arguments.begin(), job.arguments.end());
  return TextArray(std::move(texts));
}

/// Clean signals, own session, the descriptors of cmd/keeper and no others.
class SpawnPlan {
public:
  explicit SpawnPlan(const Pipes& pipes) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, 0, "/dev/null", O_RDWR, 0);
    const std::array places{pipes.output.write_end.get(), pipes.errors.write_end.get(),
                            pipes.report.write_end.get(), pipes.life.read_end.get(),
                            pipes.output.read_end.get(),  pipes.errors.read_end.get()};
    for (std::size_t i = 0; i < places.size(); ++i)
      posix_spawn_file_actions_adddup2(&files_, places.at(i), static_cast<int>(i) + 1);
    posix_spawn_file_actions_addclosefrom_np(&files_, highest_keeper_fd + 1);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(
      &attributes_,
      static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// @returns errno, 0 is success.
  int spawn(pid_t& pid, TextArray arguments, TextArray environment) const {
    return posix_spawn(&pid, arguments.data()[0], &files_, &attributes_, arguments.data(),
                       environment.data());
  }

private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

std::string reason_of(const std::string& what, int number) {
  return what + ": " + std::generic_category().message(number);
}

} // namespace

tl::expected<KeeperProcess, std::string> start_keeper(const RunnerOptions& options,
                                                      const HookJob& job) {
  if (std::string fault = environment_fault(job.environment); !fault.empty())
    return tl::unexpected(std::move(fault));
  Pipes pipes;
  if (!pipes.open())
    return tl::unexpected(reason_of("no pipes for the hook", errno));
  KeeperProcess keeper;
  const int number =
    SpawnPlan(pipes).spawn(keeper.pid, arguments_of(options, job), environment_of(job));
  if (number == E2BIG)
    return tl::unexpected(
      std::string("its arguments and environment are larger than the system lets a program have"));
  if (number != 0)
    return tl::unexpected(reason_of(options.keeper.string() + " cannot be started", number));
  // Only we reap it, so the pid is still its own.
  keeper.handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, keeper.pid, 0)));
  if (!keeper.handle.is_open()) {
    const int why = errno;
    kill(keeper.pid, SIGKILL);
    waitpid(keeper.pid, nullptr, 0);
    return tl::unexpected(reason_of("no pidfd for the hook", why));
  }
  keeper.output = std::move(pipes.output.read_end);
  keeper.errors = std::move(pipes.errors.read_end);
  keeper.report = std::move(pipes.report.read_end);
  keeper.life = std::move(pipes.life.write_end);
  // Belongs to the pipe's end, hence holds for the keeper's copy too, which polls before it reads.
  for (const Descriptor* end : {&keeper.output, &keeper.errors, &keeper.report})
    fcntl(end->get(), F_SETFL, O_NONBLOCK);
  return keeper;
}

} // namespace orrery::hooks
