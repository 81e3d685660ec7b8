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
constexpr mode_t for_owner = S_IRUSR | S_IWUSR;

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

std::string SocketPlace::clear() const {
  struct stat old {};
  if (fstatat(directory->get(), name.c_str(), &old, AT_SYMLINK_NOFOLLOW) != 0)
    return {};
  if (!S_ISSOCK(old.st_mode))
    return "there is something else in its place";
  unlinkat(directory->get(), name.c_str(), 0);
  return {};
}

tl::expected<SocketPlace, std::string> SocketPlace::at(const std::filesystem::path& path) {
  Descriptor directory(open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open())
    return tl::unexpected(last_error());
  SocketPlace place{std::make_shared<const Descriptor>(std::move(directory)),
                    path.filename().string()};
  if (std::string fault = place.clear(); !fault.empty())
    return tl::unexpected(std::move(fault));
  return place;
}

std::string ToolSocket::bind_here() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const int directory = place_.directory->get();
  const std::string path = "/proc/self/fd/" + std::to_string(directory) + "/" + place_.name;
  if (path.size() >= sizeof address.sun_path)
    return "its name is too long";
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  socket_ = Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  // The mode before the name: nobody else can connect in between, whatever the umask.
  if (!socket_.is_open() || fchmod(socket_.get(), for_owner) != 0
      || bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return last_error();
  struct stat made {};
  if (fstatat(directory, place_.name.c_str(), &made, AT_SYMLINK_NOFOLLOW) != 0)
    return last_error();
  inode_ = made.st_ino;
  return ::listen(socket_.get(), backlog) == 0 ? std::string() : last_error();
}

tl::expected<ToolSocket, std::string> ToolSocket::listen(const std::filesystem::path& path) {
  ToolSocket made;
  auto place = SocketPlace::at(path);
  std::string fault;
  if (place) {
    made.place_ = std::move(*place);
    fault = made.bind_here();
  } else {
    fault = place.error();
  }
  if (!fault.empty())
    return tl::unexpected("socket " + path.string() + " cannot be made: " + fault);
  return made;
}

ToolSocket::~ToolSocket() {
  struct stat there {};
  // A later socket of the same name is not ours to remove.
  if (inode_ != 0 && place_.directory
      && fstatat(place_.directory->get(), place_.name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0
      && there.st_ino == inode_)
    unlinkat(place_.directory->get(), place_.name.c_str(), 0);
}

bool ToolSocket::move(const SocketPlace& place) {
  struct stat there {};
  // As it was made: hooks are of our user and may have done anything to it.
  if (fstatat(place_.directory->get(), place_.name.c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0
      || there.st_ino != inode_ || there.st_mode != (S_IFSOCK | for_owner) || there.st_nlink != 1
      || renameat2(place_.directory->get(), place_.name.c_str(), place.directory->get(),
                   place.name.c_str(), RENAME_NOREPLACE)
           != 0)
    return false;
  place_ = place;
  return true;
}

bool ToolSocket::turn_away() const {
  for (int i = 0; i <= backlog; ++i)
    if (!Descriptor(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC)).is_open()
        && errno != ECONNABORTED && errno != EINTR)
      return errno == EAGAIN;
  return false;
}

Descriptor ToolSocket::accept() const {
  for (;;) {
    Descriptor peer(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!peer.is_open() || is_ours(peer.get()))
      return peer;
  }
}

} // namespace orrery::hooks
