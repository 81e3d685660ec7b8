#include "cmd/engine/copy_files.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/verbs/copy_words.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

/// Where a copying program's standard input and output lie.
struct CopyEnds {
  int input = -1;
  int output = -1;
};

/// Runs the command where the place is. @returns what to exit with
int run_at(const std::string& target,
           const std::string& command,
           const std::string& model,
           const std::filesystem::path& socket) {
  if (target.empty()) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    complain("/bin/sh cannot be run: " + std::generic_category().message(errno));
    return Exit::Unreachable;
  }
  auto request = make_request();
  request.words = {"ssh", "--pty=false"};
  if (!model.empty())
    request.words.push_back("--model=" + model);
  request.words.insert(request.words.end(), {target, "--", command});
  return ask_at(socket, request, Exit::Unreachable);
}

/// One scp.
class Copying {
public:
  Copying(CopyWords words, std::string model, std::filesystem::path socket)
    : words_{std::move(words)}, model_{std::move(model)}, socket_{std::move(socket)} {}

  /// @returns false if anything has failed
  [[nodiscard]] bool run() const {
    bool done = true;
    for (const CopyPlace& from : words_.from)
      done = copy(from) && done;
    return done;
  }

private:
  [[nodiscard]] bool copy(const CopyPlace& from) const {
    std::array<int, 2> ends{};
    const config::Descriptor nothing{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      return failed("no pipe");
    config::Descriptor reads{ends[0]};
    config::Descriptor writes{ends[1]};
    const pid_t sender =
      begin(from.target, sending_command(words_, from), {nothing.get(), writes.get()});
    writes.close();
    if (sender < 0)
      return failed("no process");
    bool received = false;
    if (has_bytes(reads.get())) { // else the sender has said what is wrong
      const pid_t receiver =
        begin(words_.to.target, receiving_command(words_, from), {reads.get(), STDOUT_FILENO});
      received = receiver < 0 ? failed("no process") : is_done(receiver);
    }
    reads.close(); // a sender whose receiver has failed ends at its next byte
    return is_done(sender) && received;
  }

  static bool failed(const std::string& what) {
    complain(what + ": " + std::generic_category().message(errno));
    return false;
  }

  /// Waits for the first byte, or the end.
  static bool has_bytes(int pipe) {
    pollfd waited{pipe, POLLIN, 0};
    while (::poll(&waited, 1, -1) < 0 && errno == EINTR) {
    }
    return (waited.revents & POLLIN) != 0;
  }

  /// @returns whether the process has ended with 0.
  static bool is_done(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  /// Begins a process that ends with this one.  @returns -1, and errno, if there is none.
  [[nodiscard]] pid_t
  begin(const std::string& target, const std::string& command, const CopyEnds& ends) const {
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child != 0)
      return child;
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent)
      ::_exit(Exit::Unreachable);
    ::dup2(ends.input, STDIN_FILENO);
    ::dup2(ends.output, STDOUT_FILENO);
    (void)::close_range(STDERR_FILENO + 1, ~0U, 0); // the sender's end is told by its last holder
    const int exit = run_at(target, command, model_, socket_);
    std::fflush(nullptr);
    ::_exit(exit);
  }

  CopyWords words_;
  std::string model_;
  std::filesystem::path socket_;
};

} // namespace

int copy_files(const Arguments& arguments,
               const std::filesystem::path& socket,
               const std::string& model) {
  auto words = read_copy_words(arguments.words);
  if (!words) {
    complain(words.error());
    return Exit::Misused;
  }
  words->recursive = words->recursive || arguments.on("recursive");
  words->keeps = words->keeps || arguments.on("preserve");
  return Copying{std::move(*words), model, socket}.run() ? Exit::Fine : Exit::Failed;
}

} // namespace orrery::cmd
