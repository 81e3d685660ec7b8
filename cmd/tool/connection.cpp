#include "cmd/tool/connection.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace orrery::tool {
namespace {

std::string system_error(int error) {
  return std::strerror(error);
}

/// A name for the socket that fits into an address: by way of a descriptor of its directory, which
/// stays open.
std::string short_name(const std::string& path) {
  if (path.size() < sizeof(sockaddr_un::sun_path))
    return path;
  const std::size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int descriptor = ::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return {};
  return "/proc/self/fd/" + std::to_string(descriptor) + '/' + path.substr(slash + 1);
}

bool send_all(int descriptor, const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t size = ::send(descriptor, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (size < 0 && errno != EINTR)
      return false;
    sent += size < 0 ? 0 : static_cast<std::size_t>(size);
  }
  return true;
}

/// Appends what is there. @returns false at the end of the stream, or on an error (`errno`, 0 at
/// the end).
bool receive_some(int descriptor, std::string& bytes) {
  static char buffer[1 << 16];
  ssize_t size = 0;
  do
    size = ::recv(descriptor, buffer, sizeof buffer, 0);
  while (size < 0 && errno == EINTR);
  if (size <= 0) {
    errno = size == 0 ? 0 : errno;
    return false;
  }
  bytes.append(buffer, static_cast<std::size_t>(size));
  return true;
}

} // namespace

std::string Connection::open(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = short_name(path);
  if (name.empty() || name.size() >= sizeof address.sun_path)
    return name.empty() ? system_error(errno) : std::string("name too long");
  std::memcpy(address.sun_path, name.data(), name.size());
  socket_ = config::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket_.is_open())
    return system_error(errno);
  if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return system_error(errno);
  return {};
}

std::string Connection::exchange(const std::string& frame, hooks::ToolReply& reply) {
  if (!send_all(socket_.get(), frame))
    return system_error(errno);
  std::string bytes;
  hooks::FrameHead head;
  while ((head = hooks::frame_head(bytes, hooks::reply_limit)).state
         == hooks::FrameState::Incomplete)
    if (!receive_some(socket_.get(), bytes))
      return errno == 0 ? std::string("the connection was closed") : system_error(errno);
  if (head.state == hooks::FrameState::TooLong)
    return "the answer is too long";
  auto decoded =
    hooks::decode_reply(std::string_view(bytes).substr(hooks::frame_header, head.size));
  if (!decoded)
    return "the answer is malformed";
  reply = std::move(*decoded);
  return {};
}

} // namespace orrery::tool
