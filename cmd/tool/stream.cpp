#include "cmd/tool/stream.hpp"

#include "config/write_all.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace orrery::tool {
namespace {

std::string named_error(const char* verb, const std::string& file, int error) {
  const std::string name = file.empty() ? std::string("standard stream") : file;
  return std::string("cannot ") + verb + ' ' + name + ": " + std::strerror(error);
}

/// @returns 0, or the error.
int read_all(int descriptor, std::size_t limit, std::string& content) {
  static char buffer[1 << 16];
  // One byte more than the limit shows that it is passed.
  while (content.size() <= limit) {
    const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
    if (size == 0)
      return 0;
    if (size < 0 && errno != EINTR)
      return errno;
    content.append(buffer, size < 0 ? 0 : static_cast<std::size_t>(size));
  }
  return EFBIG;
}

} // namespace

std::string read_input(const std::string& file, std::size_t limit, std::string& content) {
  const int descriptor = file.empty() ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return named_error("read", file, errno);
  const int error = read_all(descriptor, limit, content);
  if (descriptor != STDIN_FILENO)
    ::close(descriptor);
  if (error == EFBIG)
    return "input is longer than " + std::to_string(limit)
           + " bytes: set large data elsewhere and say where it is";
  return error == 0 ? std::string() : named_error("read", file, error);
}

std::string write_output(const std::string& file, std::string_view content) {
  const int descriptor = file.empty()
                           ? STDOUT_FILENO
                           : ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return named_error("write", file, errno);
  int error = config::write_all(descriptor, content);
  // A full disk may show only here.
  if (descriptor != STDOUT_FILENO && ::close(descriptor) != 0 && error == 0)
    error = errno;
  return error == 0 ? std::string() : named_error("write", file, error);
}

void write_error(std::string_view text) {
  (void)config::write_all(STDERR_FILENO, text);
}

} // namespace orrery::tool
