#include "test/hooks/sandbox.hpp"

#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/keepers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

namespace orrery::hooks {

namespace fs = std::filesystem;

namespace {
constexpr int patience_ms = static_cast<int>(std::chrono::milliseconds(most_patience).count());
}

Sandbox::Sandbox() {
  std::string name = (fs::temp_directory_path() / "orrery-hooks-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("no temporary directory");
  root_ = fs::canonical(name);
}

Sandbox::~Sandbox() {
  runner_.reset();
  for (const Keeper& keeper : find_keepers(root_))
    end_processes(root_, keeper.machine, {}, std::chrono::milliseconds(0));
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

fs::path Sandbox::script(const std::string& name, const std::string& text) {
  fs::path path = root_ / name;
  write_file(path, text);
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

HookJob Sandbox::job(const std::string& unit, const std::string& hook, const std::string& text) {
  HookJob job;
  job.unit = unit;
  job.machine = 3;
  job.hook = hook;
  std::string name = unit + "-" + hook;
  for (char& letter : name)
    letter = letter == '/' ? '-' : letter;
  job.program = script(name, "#!/bin/sh\n" + text + "\n");
  job.directory = root_;
  job.log = root_ / "unit.log";
  job.environment = {{"PATH", "/usr/bin:/bin"}, {"DIR", root_.string()}};
  job.deadline = most_patience;
  return job;
}

RunnerOptions Sandbox::options() const {
  RunnerOptions options;
  options.keeper = std::getenv("ORRERY_KEEPER");
  options.data_directory = root_;
  return options;
}

HookRunner& Sandbox::runner() {
  if (!runner_)
    use(options());
  return *runner_;
}

std::future<HookEnd> Sandbox::submit(HookJob job) {
  auto promise = std::make_shared<std::promise<HookEnd>>();
  auto future = promise->get_future();
  runner().submit(std::move(job), [promise](HookEnd end) { promise->set_value(std::move(end)); });
  return future;
}

HookEnd Sandbox::run(HookJob job) {
  return result_of(submit(std::move(job)));
}

std::string Sandbox::log() const {
  return read_file(root_ / "unit.log");
}

Signpost::Signpost(const fs::path& path) {
  mkfifo(path.c_str(), 0600);
  file_ = open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

Signpost::~Signpost() {
  close(file_);
}

std::string Signpost::line() {
  for (;;) {
    if (const auto end = rest_.find('\n'); end != std::string::npos) {
      std::string line = rest_.substr(0, end);
      rest_.erase(0, end + 1);
      return line;
    }
    pollfd event{file_, POLLIN, 0};
    char bytes[4096];
    ssize_t size = 0;
    if (poll(&event, 1, patience_ms) != 1 || (size = read(file_, bytes, sizeof bytes)) <= 0)
      return {};
    rest_.append(bytes, static_cast<std::size_t>(size));
  }
}

void Signpost::tell(const std::string& text) const {
  [[maybe_unused]] const ssize_t written = write(file_, text.data(), text.size());
}

pid_t Signpost::pid() {
  const std::string text = line();
  return text.empty() ? 0 : std::stoi(text);
}

bool is_gone(pid_t pid) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (handle < 0)
    return true;
  pollfd event{handle, POLLIN, 0};
  const bool gone = poll(&event, 1, patience_ms) == 1;
  close(handle);
  return gone;
}

bool is_alive(pid_t pid) {
  return pid > 0 && kill(pid, 0) == 0;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

} // namespace orrery::hooks
