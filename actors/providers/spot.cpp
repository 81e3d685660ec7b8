#include "actors/providers/spot.hpp"

#include <fcntl.h>
#include <sys/stat.h>

namespace orrery::providers {

bool look_at(int directory, const std::string& name, Spot& spot) {
  constexpr std::int64_t nanoseconds = 1'000'000'000;
  struct statx found {};
  if (statx(directory, name.c_str(), AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT,
            STATX_TYPE | STATX_INO | STATX_NLINK | STATX_UID | STATX_CTIME | STATX_MNT_ID, &found)
      != 0)
    return false;
  spot.device = (std::uint64_t{found.stx_dev_major} << 32U) | found.stx_dev_minor;
  spot.inode = found.stx_ino;
  spot.mount = (found.stx_mask & STATX_MNT_ID) != 0 ? found.stx_mnt_id : spot.device;
  spot.is_directory = S_ISDIR(found.stx_mode);
  spot.names = found.stx_nlink;
  spot.owner = found.stx_uid;
  spot.changed = found.stx_ctime.tv_sec * nanoseconds + found.stx_ctime.tv_nsec;
  return true;
}

} // namespace orrery::providers
