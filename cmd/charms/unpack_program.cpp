#include "cmd/charms/unpack_program.hpp"

#include "actors/hooks/own_programs.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

constexpr int first_beyond_standard = 3;

tl::expected<std::string, std::string> find_unpack_program() {
  std::error_code error;
  const auto own = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place : {own / "orrery-unpack", own / "unpack" / "orrery-unpack"})
    if (::access(place.c_str(), X_OK) == 0)
      return place.string();
  if (const char* const named = std::getenv("ORRERY_UNPACK"); named != nullptr)
    return std::string(named);
  return tl::unexpected("the program orrery-unpack is not beside orrery in " + own.string()
                        + ": install them together");
}

/// Gives the program two descriptors and clean signals.
class UnpackPlan {
public:
  UnpackPlan(int archive, int pipe) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_adddup2(&files_, archive, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, pipe, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&files_, first_beyond_standard);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(&attributes_,
                               static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  UnpackPlan(const UnpackPlan&) = delete;
  UnpackPlan& operator=(const UnpackPlan&) = delete;
  ~UnpackPlan() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  /// @param error errno, 0 is success. @returns its pid, or 0
  pid_t spawn(std::string program, int& error) const {
    char* const arguments[] = {program.data(), nullptr};
    char* const environment[] = {nullptr};
    pid_t pid = 0;
    error = ::posix_spawn(&pid, program.c_str(), &files_, &attributes_, arguments, environment);
    return error == 0 ? pid : 0;
  }

private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

/// A copy of a descriptor above the standard ones: none of those is in the way of another's place.
config::Descriptor above_standard(int descriptor) {
  return config::Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, first_beyond_standard));
}

} // namespace

tl::expected<UnpackProgram, std::string> UnpackProgram::start(const config::Descriptor& archive) {
  const auto program = find_unpack_program();
  if (!program)
    return tl::unexpected(program.error());
  std::array<int, 2> ends{-1, -1};
  int error = ::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno;
  config::Descriptor output(ends[0]);
  const config::Descriptor input(ends[1]);
  const config::Descriptor theirs = above_standard(input.get());
  const config::Descriptor source = above_standard(archive.get());
  if (error == 0 && (!theirs.is_open() || !source.is_open()))
    error = errno;
  pid_t pid = 0;
  if (error == 0)
    pid = hooks::OwnPrograms::of_this_process().begin(
      [&] { return UnpackPlan(source.get(), theirs.get()).spawn(*program, error); });
  if (pid == 0)
    return tl::unexpected("cannot start " + *program + ": "
                          + std::generic_category().message(error));
  return UnpackProgram(pid, std::move(output));
}

UnpackProgram::UnpackProgram(pid_t pid, config::Descriptor output)
  : pid_(pid), output_(std::move(output)) {}

UnpackProgram::UnpackProgram(UnpackProgram&& other) noexcept
  : pid_(std::exchange(other.pid_, 0)), output_(std::move(other.output_)) {}

UnpackProgram::~UnpackProgram() {
  if (pid_ != 0)
    (void)end();
}

std::string UnpackProgram::end() {
  ::kill(pid_, SIGKILL); // how one ends that is ending stays; nobody else has waited for the pid
  const int status = hooks::OwnPrograms::of_this_process().wait(std::exchange(pid_, 0));
  if (!WIFSIGNALED(status))
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  const char* const name = ::sigabbrev_np(number);
  return "was killed by signal " + std::to_string(number)
         + (name == nullptr ? "" : std::string(" (SIG") + name + ")");
}

} // namespace orrery::cmd
