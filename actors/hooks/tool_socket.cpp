#include "actors/hooks/tool_socket.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

namespace orrery::hooks {

namespace {

constexpr int backlog = 64;
constexpr mode_t socket_mode = S_IRUSR | S_IWUSR;

std::string last_error() {
  return std::generic_category().message(errno);
}

/// In a directory that only its owner may enter the owner needs the right to write.
mode_t mode_for(uid_t owner) {
  return owner == geteuid() ? socket_mode : socket_mode | S_IROTH | S_IWOTH;
}

/// Lets the directory's owner write to a socket. By its descriptor: the owner may have put another
/// file in its place.  @returns why not.
std::string let_owner_in(int file, const struct stat& made, uid_t owner) {
  if (owner == geteuid())
    return {};
  if (!S_ISSOCK(made.st_mode) || made.st_uid != geteuid() || made.st_nlink != 1)
    return "somebody has put another file in its place";
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  return chmod(path.c_str(), mode_for(owner)) == 0 ? std::string() : last_error();
}

/// Removes a socket that was left there.  @returns the reason if there is something else.
std::string clear(const std::string& path) {
  struct stat old {};
  if (lstat(path.c_str(), &old) != 0)
    return {};
  if (!S_ISSOCK(old.st_mode))
    return "there is something else in its place";
  unlink(path.c_str());
  return {};
}

} // namespace

std::string ToolSocket::bind_here() {
  // By a descriptor of its directory: the path may be too long for an address.
  const std::size_t name = path_.rfind('/') + 1;
  const config::Descriptor directory(
    open(path_.substr(0, name).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct stat around {};
  if (!directory.is_open() || fstat(directory.get(), &around) != 0)
    return last_error();
  owner_ = around.st_uid;
  if (owner_ != geteuid() && (around.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return "its directory belongs to user " + std::to_string(owner_) + " and is open to others";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path =
    "/proc/self/fd/" + std::to_string(directory.get()) + "/" + path_.substr(name);
  if (path.size() >= sizeof address.sun_path)
    return "its name is too long";
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  socket_ = config::Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  // The mode before the name: nobody else can connect in between, whatever the umask.
  if (!socket_.is_open() || fchmod(socket_.get(), socket_mode) != 0
      || bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return last_error();
  const config::Descriptor file(
    openat(directory.get(), path_.c_str() + name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat made {};
  if (!file.is_open() || fstat(file.get(), &made) != 0)
    return last_error();
  if (std::string why = let_owner_in(file.get(), made, owner_); !why.empty())
    return why;
  device_ = made.st_dev;
  inode_ = made.st_ino;
  return ::listen(socket_.get(), backlog) == 0 ? std::string() : last_error();
}

tl::expected<ToolSocket, std::string> ToolSocket::listen(const std::filesystem::path& path) {
  ToolSocket made(path.native());
  std::string fault = clear(made.path_);
  if (fault.empty())
    fault = made.bind_here();
  if (!fault.empty())
    return tl::unexpected("socket " + path.string() + " cannot be made: " + fault);
  return made;
}

ToolSocket::~ToolSocket() {
  struct stat there {};
  // A later socket of the same name is not ours to remove.
  if (socket_.is_open() && inode_ != 0 && lstat(path_.c_str(), &there) == 0
      && there.st_ino == inode_ && there.st_dev == device_)
    unlink(path_.c_str());
}

bool ToolSocket::is_welcome(int peer) const {
  ucred who{};
  socklen_t size = sizeof who;
  return getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0
         && (who.uid == geteuid() || who.uid == 0 || who.uid == owner_);
}

/// Hooks are of our user and may have done anything to it.
bool ToolSocket::is_as_made() const {
  struct stat there {};
  return lstat(path_.c_str(), &there) == 0 && there.st_dev == device_ && there.st_ino == inode_
         && there.st_mode == (S_IFSOCK | mode_for(owner_)) && there.st_nlink == 1;
}

bool ToolSocket::be_at(const std::filesystem::path& path) {
  if (!is_as_made())
    return false;
  if (path.native() == path_)
    return true;
  struct stat around {};
  if (stat(path.parent_path().c_str(), &around) != 0 || around.st_uid != owner_)
    return false; // another unit's, who is another user
  if (!clear(path.native()).empty()
      || renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0)
    return false;
  path_ = path.native();
  return turn_away();
}

/// Closes all connections that wait to be accepted.  @returns false if still more come.
bool ToolSocket::turn_away() const {
  for (int i = 0; i <= backlog; ++i)
    if (!config::Descriptor(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC)).is_open()
        && errno != ECONNABORTED && errno != EINTR)
      return errno == EAGAIN;
  return false;
}

config::Descriptor ToolSocket::accept() const {
  for (;;) {
    config::Descriptor peer(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!peer.is_open() || is_welcome(peer.get()))
      return peer;
  }
}

} // namespace orrery::hooks
