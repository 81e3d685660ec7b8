#include "actors/hooks/tool_connection.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace orrery::hooks {

namespace {
constexpr std::chrono::seconds frame_time{30};
} // namespace

ToolConnection::Health ToolConnection::receive() {
  std::array<char, 65536> bytes;
  const std::size_t room = frame_header + call_limit - incoming_.size();
  const ssize_t size = recv(socket_.get(), bytes.data(), std::min(bytes.size(), room), 0);
  if (size < 0)
    return errno == EAGAIN || errno == EINTR ? Health::Fine : Health::Broken;
  if (size == 0)
    return Health::Broken;
  if (incoming_.empty())
    due_ = Clock::now() + frame_time;
  incoming_.append(bytes.data(), static_cast<std::size_t>(size));
  return Health::Fine;
}

std::optional<TokenCall> ToolConnection::take_call(Health& health) {
  health = Health::Fine;
  if (awaited_ != 0 || !outgoing_.empty())
    return std::nullopt;
  const FrameHead head = frame_head(incoming_, call_limit);
  if (head.state == FrameState::TooLong)
    health = Health::Broken;
  if (head.state != FrameState::Complete)
    return std::nullopt;
  auto call = decode_call(std::string_view(incoming_).substr(frame_header, head.size));
  incoming_.erase(0, frame_header + head.size);
  due_.reset();
  if (!call)
    health = Health::Broken;
  return call;
}

void ToolConnection::reply(const ToolReply& reply) {
  awaited_ = 0;
  outgoing_ = encode_reply(reply);
  sent_ = 0;
  due_ = Clock::now() + frame_time;
}

ToolConnection::Health ToolConnection::send() {
  while (sent_ < outgoing_.size()) {
    const ssize_t size =
      ::send(socket_.get(), outgoing_.data() + sent_, outgoing_.size() - sent_, MSG_NOSIGNAL);
    if (size < 0)
      return errno == EAGAIN || errno == EINTR ? Health::Fine : Health::Broken;
    sent_ += static_cast<std::size_t>(size);
  }
  std::string().swap(outgoing_); // a large reply's memory goes with it
  due_.reset();
  if (!incoming_.empty())
    due_ = Clock::now() + frame_time;
  return Health::Fine;
}

bool ToolConnection::is_silent() const {
  char byte = 0;
  return incoming_.empty() && recv(socket_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
}

std::uint32_t ToolConnection::events() const {
  if (awaited_ != 0)
    return 0; // its end is told in any case
  return outgoing_.empty() ? static_cast<std::uint32_t>(EPOLLIN)
                           : static_cast<std::uint32_t>(EPOLLOUT);
}

} // namespace orrery::hooks
