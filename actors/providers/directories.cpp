#include "actors/providers/directories.hpp"

#include "actors/providers/removal.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using Outcome = tl::expected<void, ProviderError>;

tl::unexpected<ProviderError> failed(const fs::path& path, const char* what, int number) {
  return tl::unexpected(ProviderError{path.string() + " cannot be " + what + ": "
                                      + std::generic_category().message(number)});
}

} // namespace

Outcome make_directory(const fs::path& path) {
  if (mkdir(path.c_str(), 0700) == 0)
    return {};
  const int number = errno;
  struct stat there {};
  if (number == EEXIST && lstat(path.c_str(), &there) == 0 && S_ISDIR(there.st_mode))
    return {};
  return failed(path, "made", number);
}

Outcome make_directories(std::initializer_list<fs::path> paths) {
  for (const fs::path& path : paths)
    if (Outcome made = make_directory(path); !made)
      return made;
  return {};
}

Outcome make_link(const fs::path& link, const fs::path& target) {
  std::error_code error;
  if (fs::read_symlink(link, error) == target)
    return {};
  if (fs::is_directory(fs::symlink_status(link, error)))
    if (auto removed = remove_tree(link); !removed) // of an earlier version
      return tl::unexpected(ProviderError{removed.error()});
  fs::path fresh = link;
  fresh += ".new";
  unlink(fresh.c_str());
  if (symlink(target.c_str(), fresh.c_str()) != 0 || rename(fresh.c_str(), link.c_str()) != 0)
    return failed(link, "made", errno);
  return {};
}

tl::expected<std::vector<std::string>, ProviderError> directories_in(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    if (std::error_code gone; entry->symlink_status(gone).type() == fs::file_type::directory)
      names.push_back(entry->path().filename().string());
  if (error && error != std::errc::no_such_file_or_directory)
    return failed(path, "read", error.value());
  return names;
}

tl::unexpected<std::string> cannot_be(const fs::path& path, const char* what) {
  return tl::unexpected(failed(path, what, errno).value().text);
}

} // namespace orrery::providers
