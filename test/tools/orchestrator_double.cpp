#include "test/tools/orchestrator_double.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <stdexcept>

namespace orrery::hooks {
namespace {

/// Nothing waits longer than this, whatever goes wrong.
constexpr timeval deadline{20, 0};

int listen_at(const std::filesystem::path& socket) {
  const int directory = ::open(socket.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  const std::string name =
    "/proc/self/fd/" + std::to_string(directory) + '/' + socket.filename().string();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), name.size());
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ::setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
      || ::listen(listener, 4) != 0)
    throw std::runtime_error("cannot listen at " + socket.string());
  ::close(directory);
  return listener;
}

/// The next call; nothing at the end of the connection.
std::optional<TokenCall> receive(int connection) {
  std::string bytes;
  while (frame_head(bytes, call_limit).state == FrameState::Incomplete) {
    char buffer[4096];
    const ssize_t size = ::recv(connection, buffer, sizeof buffer, 0);
    if (size <= 0)
      return std::nullopt;
    bytes.append(buffer, static_cast<std::size_t>(size));
  }
  return decode_call(std::string_view(bytes).substr(frame_header));
}

} // namespace

OrchestratorDouble::OrchestratorDouble(const std::filesystem::path& socket, Answer answer)
  : listener_(listen_at(socket)), answer_(std::move(answer)), thread_([this] { serve(); }) {}

OrchestratorDouble::~OrchestratorDouble() {
  (void)calls();
  ::close(listener_);
}

std::vector<TokenCall> OrchestratorDouble::calls() {
  // Wakes the thread if no tool has come.
  ::shutdown(listener_, SHUT_RDWR);
  if (thread_.joinable())
    thread_.join();
  return calls_;
}

void OrchestratorDouble::serve() {
  const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (connection < 0)
    return;
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
  while (const auto call = receive(connection)) {
    calls_.push_back(*call);
    const std::string bytes = answer_(*call);
    if (bytes.empty())
      break;
    ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  ::close(connection);
}

} // namespace orrery::hooks
