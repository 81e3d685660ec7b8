#include "actors/hooks/file_text.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace orrery::hooks {

std::string file_text(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  char bytes[4096];
  for (ssize_t size = 0; file >= 0 && (size = read(file, bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<std::size_t>(size));
  if (file >= 0)
    close(file);
  return text;
}

} // namespace orrery::hooks
