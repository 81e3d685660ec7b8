#include "config/open_beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

constexpr int most_links_followed = 40; ///< As many as the kernel follows.
constexpr int most_openings = 100; ///< While somebody renames directories where `..` is on the way.

Descriptor cannot_open(int number) {
  errno = number;
  return {};
}

/// One opening below a directory, step by step.
class Walk {
public:
  Walk(int directory, const fs::path& inside, int flags, Links links)
    : directory_(directory), flags_(flags | O_CLOEXEC), links_(links),
      steps_(inside.begin(), inside.end()) {}

  Descriptor run() {
    while (!steps_.empty()) {
      const fs::path step = std::exchange(steps_.front(), fs::path());
      steps_.pop_front();
      if (step.empty() || step == ".")
        continue;
      if (auto end = step == ".." ? go_up() : take(step))
        return std::move(*end);
    }
    return Descriptor(openat(here(), ".", flags_));
  }

private:
  [[nodiscard]] int here() const { return below_.empty() ? directory_ : below_.back().get(); }

  std::optional<Descriptor> go_up() {
    if (below_.empty())
      return cannot_open(EXDEV);
    below_.pop_back();
    return std::nullopt;
  }

  /// @returns what the walk ends with, if it ends here.
  std::optional<Descriptor> take(const fs::path& step) {
    Descriptor found(openat(here(), step.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat what {};
    if (!found.is_open() || fstat(found.get(), &what) != 0)
      return cannot_open(errno);
    if (S_ISLNK(what.st_mode))
      return follow(found.get());
    if (!steps_.empty()) {
      below_.push_back(std::move(found));
      return std::nullopt;
    }
    if ((flags_ & O_DIRECTORY) != 0 && !S_ISDIR(what.st_mode))
      return cannot_open(ENOTDIR);
    if ((flags_ & O_PATH) != 0)
      return found;
    return Descriptor(openat(here(), step.c_str(), flags_ | O_NOFOLLOW));
  }

  std::optional<Descriptor> follow(int link) {
    if (links_ == Links::None || ++followed_ > most_links_followed)
      return cannot_open(ELOOP);
    std::array<char, 4096> text{};
    const ssize_t size = readlinkat(link, "", text.data(), text.size());
    if (size < 0)
      return cannot_open(errno);
    const fs::path target(std::string(text.data(), static_cast<std::size_t>(size)));
    if (target.is_absolute())
      return cannot_open(EXDEV);
    steps_.insert(steps_.begin(), target.begin(), target.end());
    return std::nullopt;
  }

  const int directory_;
  const int flags_;
  const Links links_;
  std::deque<fs::path> steps_;    ///< Still to be taken.
  std::vector<Descriptor> below_; ///< The directories on the way from directory_ to here.
  int followed_ = 0;
};

} // namespace

Descriptor open_beneath(int directory, const fs::path& inside, int flags, Links links) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = links == Links::None ? RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS
                                     : RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const char* const path = inside.empty() ? "." : inside.c_str();
  for (int i = 0; i < most_openings; ++i) {
    const long number = syscall(SYS_openat2, directory, path, &how, sizeof how);
    if (number >= 0)
      return Descriptor(static_cast<int>(number));
    if (errno == ENOSYS)
      return walk_beneath(directory, inside, flags, links);
    if (errno != EAGAIN && errno != EINTR)
      break;
  }
  return {};
}

Descriptor walk_beneath(int directory, const fs::path& inside, int flags, Links links) {
  return inside.is_absolute() ? cannot_open(EXDEV) : Walk(directory, inside, flags, links).run();
}

} // namespace orrery::config
