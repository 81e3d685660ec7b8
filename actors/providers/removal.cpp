#include "actors/providers/removal.hpp"

#include <system_error>

namespace orrery::providers {

namespace fs = std::filesystem;

namespace {

/// A hook may have taken the right to write from its own directories.
void make_directories_writable(const fs::path& path) {
  constexpr auto all = fs::perms::owner_all;
  std::error_code ignored;
  if (fs::symlink_status(path, ignored).type() != fs::file_type::directory)
    return;
  fs::permissions(path, all, fs::perm_options::add, ignored);
  for (fs::recursive_directory_iterator entry(path, ignored), end; entry != end;
       entry.increment(ignored))
    if (entry->symlink_status(ignored).type() == fs::file_type::directory)
      fs::permissions(entry->path(), all, fs::perm_options::add | fs::perm_options::nofollow,
                      ignored);
}

} // namespace

tl::expected<void, std::string> remove_tree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error); // goes by descriptors, follows no link
  if (error == std::errc::permission_denied) {
    make_directories_writable(path);
    error.clear();
    fs::remove_all(path, error);
  }
  if (error)
    return tl::unexpected(path.string() + " cannot be removed: " + error.message());
  return {};
}

} // namespace orrery::providers
