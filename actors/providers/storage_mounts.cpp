#include "actors/providers/storage_mounts.hpp"

#include "actors/providers/directories.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;

bool is_forbidden(int number) {
  return number == EACCES || number == EPERM || number == EROFS;
}

bool lies_in(const fs::path& path, const fs::path& directory) {
  const auto [mine, theirs] =
    std::mismatch(path.begin(), path.end(), directory.begin(), directory.end());
  return theirs == directory.end();
}

bool is_link_to(const fs::path& path, const fs::path& data) {
  std::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  return !error && target == data;
}

/// Clears the way for the link: an empty directory goes.
/// @returns why it does not, as a sentence; empty: nothing is there any more, or may not be touched
std::string clear_way(const fs::path& mount_point) {
  std::error_code error;
  const fs::file_status what = fs::symlink_status(mount_point, error);
  if (fs::is_symlink(what))
    return "mount point " + mount_point.string() + " is taken: it is a link to "
           + fs::read_symlink(mount_point, error).string(); // ST34
  if (fs::exists(what) && !fs::is_directory(what))
    return "path \"" + mount_point.string() + "\" must be a directory: move it away"; // ST35
  if (!fs::is_directory(what) || rmdir(mount_point.c_str()) == 0 || is_forbidden(errno))
    return {};
  return "\"" + mount_point.string() + "\" is not empty: move away what is in it"; // ST35
}

/// The nearest thing above the mount point, if it is no directory.
std::string blocked_above(const fs::path& mount_point) {
  std::error_code error;
  for (fs::path above = mount_point.parent_path(); above.has_relative_path();
       above = above.parent_path())
    if (const fs::file_status what = fs::status(above, error); fs::exists(what))
      return fs::is_directory(what) ? std::string()
                                    : "path \"" + above.string() + "\" must be a directory, for \""
                                        + mount_point.string() + "\" to be in it: move it away";
  return {};
}

} // namespace

tl::expected<Mounted, std::string>
mount(const fs::path& data, const fs::path& mount_point, const fs::path& storages) {
  if (is_link_to(mount_point, data))
    return Mounted::Yes;
  std::error_code error;
  const fs::path above = fs::weakly_canonical(mount_point.parent_path(), error);
  if (!error && lies_in(above / mount_point.filename(), storages))
    return tl::unexpected("invalid location \"" + mount_point.string()
                          + "\": must not fall within \"" + storages.string() + "\""); // ST4, ST34
  if (std::string why = blocked_above(mount_point); !why.empty())
    return tl::unexpected(std::move(why));
  if (std::string why = clear_way(mount_point); !why.empty())
    return tl::unexpected(std::move(why));
  fs::create_directories(mount_point.parent_path(), error);
  if (!error && symlink(data.c_str(), mount_point.c_str()) == 0)
    return Mounted::Yes;
  const int number = error ? error.value() : errno;
  if (number == EEXIST && fs::is_symlink(fs::symlink_status(mount_point, error)))
    return tl::unexpected(clear_way(mount_point)); // another was faster
  if (is_forbidden(number) || number == EEXIST)    // a directory that may not be touched
    return Mounted::NotAllowed;
  errno = number;
  return tl::unexpected(cannot_be(mount_point, "made").value());
}

void unmount(const fs::path& data, const fs::path& mount_point) {
  if (is_link_to(mount_point, data))
    unlink(mount_point.c_str());
}

} // namespace orrery::providers
