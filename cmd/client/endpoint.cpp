#include "cmd/client/endpoint.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>

namespace orrery::cmd {

namespace {

/// A socket address for a path; a long path is reached through its open directory.
struct Address {
  sockaddr_un name{};
  config::Descriptor directory; ///< Must stay open while the address is used.
};

std::optional<Address> address_of(const std::filesystem::path& path) {
  Address address;
  address.name.sun_family = AF_UNIX;
  auto text = path.string();
  if (text.size() >= sizeof address.name.sun_path) {
    const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
    address.directory =
      config::Descriptor{::open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    text =
      "/proc/self/fd/" + std::to_string(address.directory.get()) + "/" + path.filename().string();
    if (!address.directory.is_open() || text.size() >= sizeof address.name.sun_path)
      return std::nullopt;
  }
  std::memcpy(address.name.sun_path, text.data(), text.size());
  return address;
}

const sockaddr* raw(const Address& address) {
  return reinterpret_cast<const sockaddr*>(&address.name); // what the sockets API wants
}

config::Descriptor make_socket() {
  return config::Descriptor{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
}

/// Whether nobody listens at a socket's file any more. One whose queue is full, or that is not for
/// us, has somebody.
bool is_abandoned(const Address& address) {
  const config::Descriptor probe{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  return probe.is_open() && ::connect(probe.get(), raw(address), sizeof address.name) != 0
         && (errno == ECONNREFUSED || errno == ENOENT);
}

/// Two that begin at once do not take each other's socket away: one at a time looks whether the
/// socket that is there is abandoned. The turn is a socket without a file, gone with its process.
/// A lock on the directory is not free: the data directory has one as long as it is served.
/// @returns none if the turn is another's (EADDRINUSE) or cannot be taken; errno says why
config::Descriptor take_turn(const std::filesystem::path& folder) {
  struct stat found {};
  if (::stat(folder.c_str(), &found) != 0)
    return {};
  const std::string text =
    "orrery-listen-" + std::to_string(found.st_dev) + "-" + std::to_string(found.st_ino);
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path + 1, text.data(), text.size()); // an empty byte first: no file
  const auto size = offsetof(sockaddr_un, sun_path) + 1 + text.size();
  auto turn = make_socket();
  if (!turn.is_open()
      || ::bind(turn.get(), reinterpret_cast<const sockaddr*>(&name), static_cast<socklen_t>(size))
           != 0)
    return {};
  return turn;
}

tl::unexpected<std::string> failed(const std::filesystem::path& path, int error) {
  return tl::unexpected("cannot listen at " + path.string() + ": "
                        + std::generic_category().message(error));
}

} // namespace

tl::expected<config::Descriptor, std::string> listen_at(const std::filesystem::path& path) {
  const auto address = address_of(path);
  if (!address)
    return failed(path, errno == 0 ? ENAMETOOLONG : errno);
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
  const auto turn = take_turn(folder);
  if (!turn.is_open())
    return errno == EADDRINUSE
             ? tl::unexpected("cannot listen at " + path.string() + ": another process begins in "
                              + folder.string() + " at this moment: try again")
             : failed(path, errno);
  auto socket = make_socket();
  // The socket file gets the mode of the socket itself, from its first moment on.
  if (!socket.is_open() || ::fchmod(socket.get(), 0600) != 0)
    return failed(path, errno);
  auto bound = ::bind(socket.get(), raw(*address), sizeof address->name) == 0;
  if (!bound && errno == EADDRINUSE) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) == 0 && !S_ISSOCK(found.st_mode))
      return tl::unexpected("cannot listen at " + path.string()
                            + ": something that is no socket lies there");
    if (!is_abandoned(*address))
      return tl::unexpected(
        "cannot listen at " + path.string()
        + ": another orchestrator answers there already: stop that, or choose another "
          "socket with --socket");
    ::unlink(path.c_str());
    bound = ::bind(socket.get(), raw(*address), sizeof address->name) == 0;
  }
  // Not blocking: a client may go between the poll that shows it and the accept.
  if (!bound || ::listen(socket.get(), 128) != 0 || ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0)
    return failed(path, errno);
  return socket;
}

config::Descriptor connect_to(const std::filesystem::path& path) {
  const auto address = address_of(path);
  auto socket = make_socket();
  if (!address || ::connect(socket.get(), raw(*address), sizeof address->name) != 0)
    return {};
  return socket;
}

std::optional<uid_t> listening_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    return std::nullopt;
  return peer.uid;
}

bool is_trusted(uid_t listening) {
  if (listening == ::geteuid() || listening == 0)
    return true;
  constexpr const char* services_user = "orrery";
  const passwd* const service = ::getpwnam(services_user);
  return service != nullptr && service->pw_uid == listening;
}

} // namespace orrery::cmd
