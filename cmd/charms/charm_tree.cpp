#include "cmd/charms/charm_tree.hpp"

#include "config/charm_link.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

tl::unexpected<std::string> unread(const fs::path& full, int error) {
  return tl::unexpected("cannot read " + full.string() + ": "
                        + std::generic_category().message(error));
}

tl::expected<CharmEntry, std::string> look(const fs::path& root, const fs::path& full) {
  struct stat found {};
  if (::lstat(full.c_str(), &found) != 0)
    return unread(full, errno);
  CharmEntry entry;
  entry.path = full.lexically_relative(root);
  if (S_ISDIR(found.st_mode)) {
    entry.kind = CharmEntry::Kind::Directory;
  } else if (S_ISREG(found.st_mode)) {
    if (::faccessat(AT_FDCWD, full.c_str(), R_OK, AT_EACCESS) != 0)
      return unread(full, errno);
    entry.executable = (found.st_mode & S_IXUSR) != 0;
    entry.size = static_cast<std::uint64_t>(found.st_size);
  } else if (S_ISLNK(found.st_mode)) {
    std::error_code error;
    entry.kind = CharmEntry::Kind::Link;
    entry.target = fs::read_symlink(full, error).string();
    if (error || !config::leads_inside(root, entry.path))
      return tl::unexpected(full.string() + " is a link that leads out of the charm (to \""
                            + entry.target + "\"): copy what it points to into the charm");
  } else {
    return tl::unexpected(full.string()
                          + " is neither a file, a directory nor a link: remove it from the charm");
  }
  return entry;
}

} // namespace

CharmTree walk_charm(const fs::path& directory, const CharmLimits& limits) {
  CharmTree tree;
  std::uint64_t bytes = 0;
  std::error_code error;
  const auto too_much = [&](const std::string& what) {
    tree.faults.push_back({directory, directory.string() + " holds more than " + what});
    return tree;
  };
  fs::recursive_directory_iterator walk{directory, error};
  for (; !error && walk != fs::recursive_directory_iterator{}; walk.increment(error)) {
    if (walk.depth() == 0 && walk->path().filename() == ".git") {
      walk.disable_recursion_pending();
      continue;
    }
    auto entry = look(directory, walk->path());
    if (!entry) {
      tree.faults.push_back({walk->path(), entry.error()});
      if (tree.faults.size() == limits.entries)
        return tree;
      continue;
    }
    bytes += entry->size;
    if (bytes > limits.bytes)
      return too_much(std::to_string(limits.bytes >> 20U) + " MiB: a charm may not");
    if (tree.entries.size() == limits.entries || walk.depth() >= limits.depth)
      return too_much(std::to_string(limits.entries) + " files, or lies deeper than "
                      + std::to_string(limits.depth) + " directories: a charm may not");
    tree.entries.push_back(std::move(*entry));
  }
  if (error)
    tree.faults.push_back(
      {directory, "cannot read " + directory.string() + ": " + error.message()});
  std::sort(tree.entries.begin(), tree.entries.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return tree;
}

tl::expected<std::vector<CharmEntry>, std::string> list_charm(const fs::path& directory,
                                                              const CharmLimits& limits) {
  CharmTree tree = walk_charm(directory, limits);
  if (!tree.faults.empty())
    return tl::unexpected(std::move(tree.faults.front().text));
  return std::move(tree.entries);
}

} // namespace orrery::cmd
