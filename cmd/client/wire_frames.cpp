#include "cmd/client/wire.hpp"
#include "config/frame_fields.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

/// Frames on a socket.
namespace orrery::cmd::wire {

namespace {

/// Waits until the socket is ready for `events`.
tl::expected<void, Trouble> ready(int socket, short events, Deadline deadline) {
  pollfd waited{socket, events, 0};
  while (true) {
    const auto count = ::poll(&waited, 1, static_cast<int>(deadline.count()));
    if (count > 0)
      return {};
    if (count == 0)
      return tl::unexpected(Trouble::TimedOut);
    if (errno != EINTR)
      return tl::unexpected(Trouble::Closed);
  }
}

bool again() {
  return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
}

tl::expected<void, Trouble>
receive_all(int socket, char* bytes, std::size_t size, Deadline first, Deadline rest) {
  auto deadline = first;
  while (size > 0) {
    if (auto waited = ready(socket, POLLIN, deadline); !waited)
      return waited;
    const auto count = ::recv(socket, bytes, size, MSG_DONTWAIT);
    if (count < 0 && again())
      continue;
    if (count <= 0)
      return tl::unexpected(Trouble::Closed);
    bytes += count;
    size -= static_cast<std::size_t>(count);
    deadline = rest;
  }
  return {};
}

tl::expected<void, Trouble> send_all(int socket, std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const auto count = ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && !again())
      return tl::unexpected(Trouble::Closed);
    if (count > 0)
      bytes.remove_prefix(static_cast<std::size_t>(count));
    else if (auto waited = ready(socket, POLLOUT, deadline); !waited)
      return waited;
  }
  return {};
}

/// Room for descriptors that come with a message.
struct PassedDescriptors {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * streams_count)> bytes{};

  /// @param count of descriptors, at most streams_count
  [[nodiscard]] msghdr message_with(iovec& payload, std::size_t count) {
    msghdr message{};
    message.msg_iov = &payload;
    message.msg_iovlen = 1;
    message.msg_control = bytes.data();
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    return message;
  }
};

/// How many descriptors come with a frame; 0: none can.
std::size_t descriptors_of(FrameKind kind) {
  return kind == FrameKind::Terminal ? 1 : kind == FrameKind::Streams ? streams_count : 0;
}

/// Receives the payload of a frame with so many descriptors.
tl::expected<std::vector<config::Descriptor>, Trouble>
receive_descriptors(int socket, std::size_t count, Deadline deadline) {
  if (auto waited = ready(socket, POLLIN, deadline); !waited)
    return tl::unexpected(waited.error());
  char byte = 0;
  iovec payload{&byte, 1};
  PassedDescriptors passed;
  msghdr message = passed.message_with(payload, streams_count);
  if (::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
    return tl::unexpected(Trouble::Closed);
  const cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  if (rights == nullptr || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS
      || rights->cmsg_len < CMSG_LEN(sizeof(int)))
    return tl::unexpected(Trouble::Broken);
  std::vector<config::Descriptor> descriptors;
  for (std::size_t at = 0; CMSG_LEN(at + sizeof(int)) <= rights->cmsg_len; at += sizeof(int)) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(rights) + at, sizeof descriptor);
    descriptors.emplace_back(descriptor); // closed with the others if they are too many
  }
  if (descriptors.size() != count)
    return tl::unexpected(Trouble::Broken);
  return descriptors;
}

} // namespace

tl::expected<void, Trouble>
send_frame(int socket, FrameKind kind, std::string_view payload, Deadline deadline) {
  std::string bytes;
  config::put_number(bytes, static_cast<std::uint32_t>(payload.size()));
  bytes += static_cast<char>(kind);
  bytes += payload;
  return send_all(socket, bytes, deadline);
}

tl::expected<void, Trouble>
send_descriptors(int socket, FrameKind kind, std::span<const int> descriptors, Deadline deadline) {
  const std::string head{'\1', '\0', '\0', '\0', static_cast<char>(kind)};
  if (auto sent = send_all(socket, head, deadline); !sent)
    return sent;
  if (auto waited = ready(socket, POLLOUT, deadline); !waited)
    return waited;
  char byte = 0;
  iovec payload{&byte, 1};
  PassedDescriptors passed;
  const msghdr message = passed.message_with(payload, descriptors.size());
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  if (::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) != 1)
    return tl::unexpected(Trouble::Closed);
  return {};
}

tl::expected<Frame, Trouble>
receive_frame(int socket, Deadline first, Deadline rest, std::size_t most) {
  std::array<char, 5> head{};
  if (auto received = receive_all(socket, head.data(), head.size(), first, rest); !received)
    return tl::unexpected(received.error());
  const auto length = config::number_at({head.data(), 4});
  const auto kind = static_cast<std::uint8_t>(head[4]);
  if (length > std::min(most, payload_max) || kind < 1
      || kind > static_cast<std::uint8_t>(FrameKind::Cut))
    return tl::unexpected(Trouble::Broken);
  Frame frame{static_cast<FrameKind>(kind), {}};
  if (const std::size_t count = descriptors_of(frame.kind); count > 0) {
    if (length != 1)
      return tl::unexpected(Trouble::Broken);
    auto descriptors = receive_descriptors(socket, count, rest);
    if (!descriptors)
      return tl::unexpected(descriptors.error());
    frame.descriptors = std::move(*descriptors);
    return frame;
  }
  // Memory is taken as bytes come, not as many as the other side says it will send.
  constexpr std::size_t step_max = 1 << 16;
  while (frame.payload.size() < length) {
    const auto had = frame.payload.size();
    const auto step = std::min(step_max, length - had);
    frame.payload.resize(had + step);
    if (auto received = receive_all(socket, frame.payload.data() + had, step, rest, rest);
        !received)
      return tl::unexpected(received.error());
  }
  return frame;
}

} // namespace orrery::cmd::wire
