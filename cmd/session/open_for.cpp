#include "cmd/session/open_for.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

constexpr int links_max = 40; ///< As the kernel's own bound.

/// Whether a user may do to it what one of these modes allows: the first as owner, else the other.
bool mode_allows(const struct stat& found, uid_t user, mode_t as_owner, mode_t as_other) {
  return (found.st_mode & (found.st_uid == user ? as_owner : as_other)) != 0;
}

/// The steps of a path that are still to be taken, the next one last.
class PathSteps {
public:
  void add(const fs::path& path) {
    std::vector<std::string> parts;
    for (const fs::path& part : path.relative_path())
      parts.push_back(part.empty() ? "." : part.string());
    left_.insert(left_.end(), parts.rbegin(), parts.rend());
  }
  [[nodiscard]] bool empty() const { return left_.empty(); }
  [[nodiscard]] std::string take() {
    std::string step = std::move(left_.back());
    left_.pop_back();
    return step;
  }

private:
  std::vector<std::string> left_;
};

config::Descriptor root_directory() {
  return config::Descriptor{::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)};
}

config::Descriptor failed_with(int error) {
  errno = error;
  return {};
}

/// Reads where a link leads.  @returns empty, and errno, if that cannot be told
fs::path target_of(const config::Descriptor& link) {
  std::array<char, 4096> text{};
  const auto size = ::readlinkat(link.get(), "", text.data(), text.size());
  return size <= 0 ? fs::path{}
                   : fs::path{std::string(text.data(), static_cast<std::size_t>(size))};
}

/// Walks to what a path names.  @returns a descriptor of O_PATH; none, and errno
config::Descriptor walk_to(uid_t user, const fs::path& path) {
  PathSteps steps;
  steps.add(path);
  config::Descriptor place = root_directory();
  for (int links = 0; place.is_open() && !steps.empty();) {
    struct stat found {};
    if (::fstat(place.get(), &found) != 0)
      return {};
    if (!S_ISDIR(found.st_mode))
      return failed_with(ENOTDIR);
    if (!mode_allows(found, user, S_IXUSR, S_IXOTH))
      return failed_with(EACCES);
    config::Descriptor next{
      ::openat(place.get(), steps.take().c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)};
    if (!next.is_open() || ::fstat(next.get(), &found) != 0)
      return {};
    if (!S_ISLNK(found.st_mode)) {
      place = std::move(next);
      continue;
    }
    const fs::path target = target_of(next);
    if (target.empty() || ++links > links_max)
      return failed_with(ELOOP);
    if (target.is_absolute())
      place = root_directory();
    steps.add(target);
  }
  return place;
}

} // namespace

config::Descriptor open_for(uid_t user, const fs::path& path) {
  const config::Descriptor place = walk_to(user, path);
  struct stat found {};
  if (!place.is_open() || ::fstat(place.get(), &found) != 0)
    return {};
  if (!mode_allows(found, user, S_IRUSR, S_IROTH))
    return failed_with(EACCES);
  const std::string itself = "/proc/self/fd/" + std::to_string(place.get());
  return config::Descriptor{::open(itself.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
}

} // namespace orrery::cmd
