#include "actors/hooks/keepers.hpp"

#include "actors/hooks/process_tree.hpp"
#include "config/descriptor.hpp"
#include "config/number.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::hooks {

namespace {

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

struct Marks {
  Keeper keeper;
  std::string data; ///< How it names its model's directory.
};

/// Reads what a process says of itself, if it says that it is a keeper.
std::optional<Marks> read_words(pid_t pid) {
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
  if (!unit)
    return std::nullopt;
  Keeper keeper{pid,
                0,
                std::string(*unit),
                name != "orrery-keep\n",
                runs == "command",
                runs == "update-status"};
  std::from_chars(machine->data(), machine->data() + machine->size(), keeper.machine);
  return Marks{std::move(keeper), std::string(*data)};
}

std::optional<Keeper> read_marks(pid_t pid, const Mark& mark) {
  auto marks = read_words(pid);
  if (!marks || !is_marked("/proc/" + std::to_string(pid), marks->data, mark))
    return std::nullopt;
  return std::move(marks->keeper);
}

/// Tells which processes are below keepers of a mark. A keeper is never below another one: whatever
/// is has only taken its marks.
class Descent {
public:
  explicit Descent(const Mark& mark) : mark_(mark) {}

  /// A process whose ancestors end faster than they can be read is below one: those of a keeper
  /// live long.
  bool is_below_keeper(pid_t pid) {
    constexpr int most_walks = 16;
    for (int i = 0; i < most_walks; ++i)
      if (const auto found = walk(pid))
        return *found;
    return true;
  }

private:
  /// A pid and when its process was started: Process::started.
  using Key = std::pair<pid_t, std::uint64_t>;

  /// Walks up to a keeper, to the top, or to where an earlier walk has been: all walks together
  /// take as many steps as there are processes. Whoever has a parent after it was looked at had it
  /// meanwhile. @returns nothing if one has lost its parent under way.
  std::optional<bool> walk(pid_t pid) {
    std::set<Key> seen;
    auto process = read_process(pid);
    while (process) {
      const Key key{process->pid, process->started};
      if (const auto known = known_.find(key); known != known_.end())
        return note(seen, known->second);
      if (!seen.insert(key).second)
        return std::nullopt; // a circle, closed by a pid used again
      if (process->parent <= 1)
        return note(seen, false);
      const bool below = read_marks(process->parent, mark_).has_value();
      const auto parent = read_process(process->parent);
      const auto again = read_process(process->pid);
      if (!again || again->started != process->started || again->parent != process->parent)
        return std::nullopt;
      if (below || !parent) // whose parent is there and cannot be seen is at the top
        return note(seen, below);
      process = parent;
    }
    return std::nullopt;
  }

  bool note(const std::set<Key>& seen, bool below) {
    for (const Key& key : seen)
      known_[key] = below;
    return below;
  }

  const Mark& mark_;
  std::map<Key, bool> known_; ///< Whether they are below a keeper.
};

std::optional<Keeper> read_keeper(pid_t pid, const Mark& mark, Descent& descent) {
  auto keeper = read_marks(pid, mark);
  return keeper && !descent.is_below_keeper(pid) ? keeper : std::nullopt;
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

template <class Take>
void each_process(Take take) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    if (const auto pid = config::parse_number<pid_t>(name))
      take(*pid);
  }
}

/// Where a link of /proc leads; empty if it cannot be read.
std::string read_proc_link(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::read_symlink(path, ignored).string();
}

/// @param models the data directory's own, where its models lie
std::optional<DisplacedKeeper> read_displaced(pid_t pid, const std::filesystem::path& models) {
  constexpr std::string_view deleted = " (deleted)"; // as the kernel says it
  const auto marks = read_words(pid);
  if (!marks || std::filesystem::path(marks->data).parent_path() != models)
    return std::nullopt;
  const std::string place = "/proc/" + std::to_string(pid);
  std::string works = read_proc_link(place + "/cwd");
  struct stat there {};
  struct stat named {};
  if (works.empty() || works == "/" || stat((place + "/cwd").c_str(), &there) != 0
      || read_proc_link(place + "/ns/mnt") != read_proc_link("/proc/self/ns/mnt"))
    return std::nullopt;
  if (stat(marks->data.c_str(), &named) == 0 && is_same(there, named))
    return std::nullopt;
  if (works.ends_with(deleted))
    works.clear();
  return DisplacedKeeper{marks->keeper, works};
}

} // namespace

std::vector<Keeper> find_keepers(const std::filesystem::path& data_directory) {
  const Mark data = mark_of(data_directory);
  Descent descent(data);
  std::vector<Keeper> found;
  each_process([&](pid_t pid) {
    if (auto keeper = read_keeper(pid, data, descent))
      found.push_back(std::move(*keeper));
  });
  return found;
}

std::vector<DisplacedKeeper> find_displaced_keepers(const std::filesystem::path& data_directory) {
  const std::filesystem::path models = mark_of(data_directory).path + "/models";
  std::vector<DisplacedKeeper> found;
  each_process([&](pid_t pid) {
    if (auto keeper = read_displaced(pid, models))
      found.push_back(std::move(*keeper));
  });
  return found;
}

std::optional<Keeper> keeper_at(pid_t pid, const std::filesystem::path& data_directory) {
  const Mark data = mark_of(data_directory);
  Descent descent(data);
  return read_keeper(pid, data, descent);
}

std::vector<pid_t> kept_processes(pid_t keeper) {
  std::vector<pid_t> kept;
  for (const Process& process : descendants(keeper))
    if (!process.zombie)
      kept.push_back(process.pid);
  return kept;
}

} // namespace orrery::hooks
