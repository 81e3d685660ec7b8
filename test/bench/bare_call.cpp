#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

// bare_call SOCKET          one round trip of 64 bytes
// bare_call SOCKET serve    answers them until it is killed
namespace {

constexpr std::size_t size = 64;

int serve(int listener) {
  for (;;) {
    const int peer = accept(listener, nullptr, nullptr);
    std::array<char, size> bytes{};
    if (read(peer, bytes.data(), bytes.size()) > 0) [[maybe_unused]]
      const ssize_t sent = write(peer, bytes.data(), bytes.size());
    close(peer);
  }
}

int call(int connection) {
  std::array<char, size> bytes{};
  if (write(connection, bytes.data(), bytes.size()) != static_cast<ssize_t>(size))
    return 1;
  return read(connection, bytes.data(), bytes.size()) > 0 ? 0 : 1;
}

} // namespace

int main(int count, char** words) {
  sockaddr_un address{};
  if (count < 2 || std::strlen(words[1]) >= sizeof address.sun_path)
    return 2;
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, words[1]);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto* place = reinterpret_cast<const sockaddr*>(&address);
  if (count == 2)
    return connect(socket, place, sizeof address) == 0 ? call(socket) : 1;
  if (bind(socket, place, sizeof address) != 0 || listen(socket, 64) != 0)
    return 1;
  std::puts("ready");
  std::fflush(stdout);
  return serve(socket);
}
