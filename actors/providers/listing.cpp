#include "actors/providers/listing.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace orrery::providers {

Listing::Listing(int directory, const std::string& name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const int own = openat(directory, name.c_str(), flags);
  if (own < 0)
    return;
  stream_.reset(fdopendir(own));
  if (stream_)
    return;
  const int number = errno;
  close(own);
  errno = number;
}

} // namespace orrery::providers
