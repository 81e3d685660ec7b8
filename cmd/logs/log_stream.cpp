#include "cmd/logs/log_stream.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace orrery::cmd {

namespace {

config::Descriptor opened_log(const std::filesystem::path& path) {
  struct stat found {};
  return open_log(path, found);
}

} // namespace

config::Descriptor open_log(const std::filesystem::path& path, struct stat& found) {
  config::Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)};
  if (file.is_open() && (::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode)))
    file.close();
  return file;
}

LogStream::LogStream(const std::filesystem::path& log)
  : std::istream{nullptr}, buffer_{opened_log(log)} {
  rdbuf(&buffer_); // made by now, unlike in the list above
}

LogStream::Buffer::int_type LogStream::Buffer::underflow() {
  ssize_t size = 0;
  do
    size = file_.is_open() ? ::read(file_.get(), bytes_.data(), bytes_.size()) : 0;
  while (size < 0 && errno == EINTR);
  if (size <= 0)
    return traits_type::eof();
  setg(bytes_.data(), bytes_.data(), bytes_.data() + size);
  return traits_type::to_int_type(bytes_.front());
}

} // namespace orrery::cmd
