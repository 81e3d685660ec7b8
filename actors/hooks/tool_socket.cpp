#include "actors/hooks/tool_socket.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace orrery::hooks {

namespace {

std::string last_error() {
  return std::generic_category().message(errno);
}

bool is_ours(int peer) {
  ucred who{};
  socklen_t size = sizeof who;
  return getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0
         && (who.uid == geteuid() || who.uid == 0);
}

} // namespace

std::string ToolSocket::bind_here() {
  struct stat old {};
  if (fstatat(directory_.get(), name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0) {
    if (!S_ISSOCK(old.st_mode))
      return "there is something else in its place";
    unlinkat(directory_.get(), name_.c_str(), 0);
  }
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = "/proc/self/fd/" + std::to_string(directory_.get()) + "/" + name_;
  if (path.size() >= sizeof address.sun_path)
    return "its name is too long";
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  socket_ = Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  // The mode before the name: nobody else can connect in between, whatever the umask.
  if (!socket_.is_open() || fchmod(socket_.get(), 0600) != 0
      || bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return last_error();
  struct stat made {};
  if (fstatat(directory_.get(), name_.c_str(), &made, AT_SYMLINK_NOFOLLOW) != 0)
    return last_error();
  inode_ = made.st_ino;
  return ::listen(socket_.get(), 64) == 0 ? std::string() : last_error();
}

tl::expected<ToolSocket, std::string> ToolSocket::listen(const std::filesystem::path& path) {
  ToolSocket made;
  made.name_ = path.filename().string();
  made.directory_ = Descriptor(open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::string fault = made.directory_.is_open() ? made.bind_here() : last_error();
  if (!fault.empty())
    return tl::unexpected("socket " + path.string() + " cannot be made: " + fault);
  return made;
}

ToolSocket::~ToolSocket() {
  struct stat there {};
  // A later socket of the same name is not ours to remove.
  if (inode_ != 0 && directory_.is_open()
      && fstatat(directory_.get(), name_.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0
      && there.st_ino == inode_)
    unlinkat(directory_.get(), name_.c_str(), 0);
}

Descriptor ToolSocket::accept() const {
  for (;;) {
    Descriptor peer(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!peer.is_open() || is_ours(peer.get()))
      return peer;
  }
}

} // namespace orrery::hooks
