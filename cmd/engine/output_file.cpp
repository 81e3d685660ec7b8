#include "cmd/engine/output_file.hpp"

#include "cmd/client/asking.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// Where a file is made, beside its place: two that are made at once have one each.
fs::path draft_beside(const fs::path& place) {
  return place.string() + ".draft-" + std::to_string(::getpid());
}

int cannot_write(const fs::path& place, const std::string& why) {
  complain("cannot write " + place.string() + ": " + why);
  return Exit::Failed;
}

int cannot_write(const fs::path& place, int error) {
  return cannot_write(place, std::generic_category().message(error));
}

/// Leads standard output into a file, as long as this lives.
class Diverted {
public:
  explicit Diverted(const config::Descriptor& file) : kept_{::dup(STDOUT_FILENO)} {
    std::fflush(stdout);
    done_ = kept_.is_open() && ::dup2(file.get(), STDOUT_FILENO) >= 0;
  }
  Diverted(const Diverted&) = delete;
  Diverted& operator=(const Diverted&) = delete;
  ~Diverted() {
    std::fflush(stdout);
    if (kept_.is_open())
      ::dup2(kept_.get(), STDOUT_FILENO);
  }
  [[nodiscard]] bool done() const { return done_; }

private:
  config::Descriptor kept_;
  bool done_ = false;
};

/// @param place where standard output leads. @returns what to exit with
int run_into(const fs::path& place, const std::function<int()>& run) {
  const int exit = run();
  const int why = why_output_is_cut();
  return exit == Exit::Fine && why != 0 ? cannot_write(place, why) : exit;
}

/// @param how flags of open(2) beside O_WRONLY @returns what to exit with
int open_and_run(const fs::path& place, int how, const std::function<int()>& run) {
  const config::Descriptor file{::open(place.c_str(), O_WRONLY | O_CLOEXEC | how, 0600)};
  if (!file.is_open())
    return cannot_write(place, errno);
  const Diverted diverted{file};
  return diverted.done() ? run_into(place, run) : cannot_write(place, errno);
}

/// Whether both are the same file, device or pipe.
bool leads_to(const fs::path& place, int descriptor) {
  struct stat there {};
  struct stat open {};
  return ::stat(place.c_str(), &there) == 0 && ::fstat(descriptor, &open) == 0
         && there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

/// Writes to a link and to what is no file, under the kernel's rules for links of others; they stay
/// what they are.
/// @returns nothing if a file is there or none
std::optional<int> write_other(const OutputFile& file, const std::function<int()>& run) {
  struct stat found {};
  const bool is_there = ::lstat(file.place.c_str(), &found) == 0;
  if (!is_there && errno != ENOENT)
    return cannot_write(file.place, errno);
  if (!is_there || S_ISREG(found.st_mode))
    return std::nullopt;
  if (S_ISDIR(found.st_mode) || file.finish)
    return cannot_write(file.place, std::string{"it is no file: name one"});
  if (leads_to(file.place, STDOUT_FILENO)) // opened anew it would lose what stands there
    return run_into(file.place, run);
  return open_and_run(file.place, O_TRUNC, run);
}

} // namespace

int write_output_file(const OutputFile& file, const std::function<int()>& run) {
  if (const auto exit = write_other(file, run))
    return *exit;
  const fs::path draft = draft_beside(file.place);
  std::error_code error;
  fs::remove(draft, error); // of a process of this number that was cut
  const int exit = open_and_run(draft, O_CREAT | O_EXCL, run);
  const bool is_wanted =
    exit == Exit::Fine
    || (file.takes_failed && fs::exists(draft, error) && fs::file_size(draft, error) > 0);
  if (!is_wanted) {
    fs::remove(draft, error);
    return exit;
  }
  if (file.finish)
    if (const auto finished = file.finish(draft); !finished) {
      fs::remove(draft, error);
      complain(finished.error());
      return Exit::Failed;
    }
  fs::rename(draft, file.place, error);
  if (!error)
    return exit;
  const std::string why = error.message();
  fs::remove(draft, error);
  return cannot_write(file.place, why);
}

} // namespace orrery::cmd
