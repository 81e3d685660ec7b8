#include "cmd/charms/unpack_program.hpp"

#include "actors/hooks/own_programs.hpp"
#include "config/spawn_plan.hpp"

#include <fcntl.h>
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

/// Starts the program with two descriptors.
/// @param error errno, 0 is success. @returns its pid, or 0
pid_t spawn_unpack(const std::string& program, int archive, int pipe, int& error) {
  config::SpawnPlan plan;
  plan.give(archive, STDIN_FILENO);
  plan.give(pipe, STDOUT_FILENO);
  plan.open(STDERR_FILENO, "/dev/null", O_WRONLY);
  plan.close_from(first_beyond_standard);
  pid_t pid = 0;
  error = plan.spawn(pid, program);
  return error == 0 ? pid : 0;
}

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
      [&] { return spawn_unpack(*program, source.get(), theirs.get(), error); });
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
