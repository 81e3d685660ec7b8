#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace orrery::config {

/// Writes all of it, however many calls that takes. @returns 0, or the error.
inline int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t size = ::write(descriptor, content.data(), content.size());
    if (size < 0 && errno != EINTR)
      return errno;
    content.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
  }
  return 0;
}

} // namespace orrery::config
