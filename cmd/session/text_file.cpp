#include "cmd/session/text_file.hpp"

#include "cmd/session/open_for.hpp"
#include "cmd/session/session.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace orrery::cmd {

namespace {

/// Reads all of it, if it was opened and is a regular file.  @param path names it in errors
tl::expected<std::string, std::string> read_whole(const config::Descriptor& file,
                                                  const std::filesystem::path& path,
                                                  std::uint64_t bytes_max) {
  const auto failed = [&path] {
    return tl::unexpected("cannot read " + path.string() + ": "
                          + std::generic_category().message(errno));
  };
  struct stat found {};
  if (!file.is_open() || ::fstat(file.get(), &found) != 0)
    return failed();
  if (!S_ISREG(found.st_mode))
    return tl::unexpected(path.string() + " is not a regular file");
  std::string text;
  std::string buffer(1 << 16, '\0');
  while (true) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failed();
    if (count == 0)
      return text;
    text.append(buffer, 0, static_cast<std::size_t>(count));
    if (text.size() > bytes_max)
      return tl::unexpected(path.string() + " holds more than " + std::to_string(bytes_max)
                            + " bytes");
  }
}

} // namespace

tl::expected<std::string, std::string> read_text_file(const std::filesystem::path& path,
                                                      std::uint64_t bytes_max) {
  const config::Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  return read_whole(file, path, bytes_max);
}

tl::expected<std::string, std::string> read_clients_file(const Session& session,
                                                         const std::filesystem::path& path,
                                                         std::uint64_t bytes_max) {
  if (!session.other_user)
    return read_text_file(path, bytes_max);
  const config::Descriptor file = open_for(*session.other_user, path);
  if (!file.is_open() && errno == EACCES)
    return tl::unexpected("cannot read " + path.string()
                          + ": only what its owner, you, or everybody may read is read for you");
  return read_whole(file, path, bytes_max);
}

} // namespace orrery::cmd
