#include "actors/hooks/keepers.hpp"

#include "actors/hooks/process_tree.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::hooks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds keeper_patience{15};
constexpr std::chrono::milliseconds look_again{50};

/// A small file of /proc; empty if it is not there.
std::string read_text(const std::string& path) {
  const config::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char bytes[4096];
  while (text.size() < 64 * sizeof bytes) {
    const ssize_t size = file.is_open() ? read(file.get(), bytes, sizeof bytes) : 0;
    if (size <= 0)
      break;
    text.append(bytes, static_cast<std::size_t>(size));
  }
  return text;
}

/// The argument that follows `option`, with both cut from the front of a command line of /proc.
std::optional<std::string_view> take_option(std::string_view& line, std::string_view option) {
  const std::string head = std::string(option) + '\0';
  if (!line.starts_with(head))
    return std::nullopt;
  line.remove_prefix(head.size());
  const std::size_t end = line.find('\0');
  if (end == std::string_view::npos)
    return std::nullopt;
  const std::string_view value = line.substr(0, end);
  line.remove_prefix(end + 1);
  return value;
}

/// A process's name, as keepers give themselves one for their mode. `orrery-start` is a hook that
/// has not begun: still a copy of its keeper.
std::string mode_of(pid_t pid, const std::string& place) {
  std::string name = read_text(place + "/comm");
  if (name != "orrery-starter\n")
    return name;
  // Whoever makes keepers leads a session. A keeper just made is still in that one, and has its
  // name before it has a session of its own.
  if (getsid(pid) != pid)
    return "orrery-hook\n";
  return read_text(place + "/comm");
}

/// Tells keepers of a model's directory from others'.
struct Mark {
  std::string path; ///< How they name it.
  struct stat directory {};
  struct stat kept {};
};

bool is_same(const struct stat& one, const struct stat& other) {
  return one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

/// Whether a keeper is that of the mark. Its working directory tells, but where it is / still:
/// before the hook begins the directory that it names counts. Keepers of earlier programs stay
/// there; they name the data directory, in which a link leads to the kept notes of the model.
bool is_marked(const std::string& place, std::string_view named, const Mark& mark) {
  struct stat works {};
  struct stat top {};
  if (stat((place + "/cwd").c_str(), &works) != 0 || stat("/", &top) != 0)
    return false;
  if (!is_same(works, top))
    return is_same(works, mark.directory);
  struct stat kept {};
  return named == mark.path
         || (mark.kept.st_ino != 0 && stat((std::string(named) + "/kept").c_str(), &kept) == 0
             && is_same(kept, mark.kept));
}

std::optional<Keeper> read_keeper(pid_t pid, const Mark& mark) {
  const std::string place = "/proc/" + std::to_string(pid);
  const std::string name = mode_of(pid, place);
  if (name != "orrery-keep\n" && name != "orrery-hook\n")
    return std::nullopt;
  struct stat owner {};
  if (stat(place.c_str(), &owner) != 0 || owner.st_uid != geteuid())
    return std::nullopt;
  const std::string whole = read_text(place + "/cmdline");
  std::string_view line = whole;
  line.remove_prefix(std::min(line.size(), line.find('\0') + 1)); // the program's own name
  const auto data = take_option(line, "--data");
  const auto machine = data ? take_option(line, "--machine") : std::nullopt;
  const auto unit = machine ? take_option(line, "--unit") : std::nullopt;
  const auto runs = unit ? take_option(line, "--runs") : std::nullopt;
  if (!unit || !is_marked(place, *data, mark))
    return std::nullopt;
  Keeper keeper{pid, 0, std::string(*unit), name != "orrery-keep\n", runs == "command"};
  std::from_chars(machine->data(), machine->data() + machine->size(), keeper.machine);
  return keeper;
}

Mark mark_of(const std::filesystem::path& directory) {
  std::error_code ignored;
  auto path = std::filesystem::weakly_canonical(directory, ignored);
  Mark mark{(path.empty() ? directory : path).string()};
  if (stat(mark.path.c_str(), &mark.directory) != 0)
    mark.directory.st_ino = 0; // nobody works there
  if (stat((mark.path + "/kept").c_str(), &mark.kept) != 0)
    mark.kept.st_ino = 0; // nothing is kept
  return mark;
}

using Choice = std::function<bool(const Keeper&)>;

/// Keepers with a handle on each: a pid used again is never taken for one.
struct Held {
  Keeper keeper;
  config::Descriptor handle;
};

std::vector<Held> hold(const std::filesystem::path& data_directory, const Choice& choice) {
  std::vector<Held> held;
  for (const Keeper& keeper : find_keepers(data_directory)) {
    if (!choice(keeper))
      continue;
    config::Descriptor handle(static_cast<int>(syscall(SYS_pidfd_open, keeper.pid, 0)));
    if (handle.is_open() && read_keeper(keeper.pid, mark_of(data_directory)))
      held.push_back({keeper, std::move(handle)});
  }
  return held;
}

/// Waits until all have ended, or the time has come.
void wait_for(const std::vector<Held>& keepers, Clock::time_point until) {
  std::vector<pollfd> handles;
  for (const Held& keeper : keepers)
    handles.push_back({keeper.handle.get(), POLLIN, 0});
  while (!handles.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0
        || poll(handles.data(), handles.size(),
                static_cast<int>(std::min<std::int64_t>(left, 60'000)))
             < 0)
      return;
    std::erase_if(handles, [](const pollfd& handle) { return handle.revents != 0; });
  }
}

void signal_kept(const Held& held, int signal) {
  const auto kept = descendants(held.keeper.pid);
  for (const Process& process : kept) {
    send_signal(process, signal);
    if (signal == SIGTERM)
      send_signal(process, SIGCONT); // a stopped one cannot obey
  }
  // It ends by itself when it holds nothing, unless somebody stopped it.
  if (kept.empty())
    syscall(SYS_pidfd_send_signal, held.handle.get(), SIGCONT, nullptr, 0);
}

/// Kills what chosen keepers hold until no such keeper is found. Gives up on processes that the
/// kernel does not let go.
void kill_kept(const std::filesystem::path& data_directory, const Choice& choice) {
  const auto until = Clock::now() + keeper_patience;
  for (auto held = hold(data_directory, choice); !held.empty() && Clock::now() < until;
       held = hold(data_directory, choice)) {
    for (const Held& keeper : held)
      signal_kept(keeper, SIGKILL);
    wait_for(held, Clock::now() + look_again);
  }
}

} // namespace

std::vector<Keeper> find_keepers(const std::filesystem::path& data_directory) {
  const Mark data = mark_of(data_directory);
  std::vector<Keeper> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (parsed.ec != std::errc() || parsed.ptr != name.data() + name.size())
      continue;
    if (auto keeper = read_keeper(pid, data))
      found.push_back(std::move(*keeper));
  }
  return found;
}

std::optional<Keeper> keeper_at(pid_t pid, const std::filesystem::path& data_directory) {
  return read_keeper(pid, mark_of(data_directory));
}

std::vector<pid_t> kept_processes(pid_t keeper) {
  std::vector<pid_t> kept;
  for (const Process& process : descendants(keeper))
    if (!process.zombie)
      kept.push_back(process.pid);
  return kept;
}

void end_processes(const std::filesystem::path& data_directory,
                   std::uint32_t machine,
                   const std::string& unit,
                   std::chrono::milliseconds grace) {
  const Choice choice = [&](const Keeper& keeper) {
    return keeper.machine == machine && (unit.empty() || keeper.unit == unit);
  };
  const auto asked = hold(data_directory, choice);
  if (!asked.empty() && grace.count() > 0) {
    for (const Held& keeper : asked)
      signal_kept(keeper, SIGTERM);
    wait_for(asked, Clock::now() + grace);
  }
  if (!asked.empty())
    kill_kept(data_directory, choice);
}

void end_orphaned_hooks(const std::filesystem::path& data_directory,
                        std::chrono::milliseconds grace) {
  const Choice choice = [](const Keeper& keeper) { return keeper.hook_running; };
  const auto until = Clock::now() + grace;
  // A keeper whose hook ends just now stays, but is no longer chosen: hence the short looks.
  for (auto held = hold(data_directory, choice); !held.empty() && Clock::now() < until;
       held = hold(data_directory, choice))
    wait_for(held, std::min(until, Clock::now() + look_again));
  kill_kept(data_directory, choice);
}

} // namespace orrery::hooks
