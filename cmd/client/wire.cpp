#include "cmd/client/wire.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace orrery::cmd::wire {

namespace {

void put_number(std::string& bytes, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    bytes += static_cast<char>(number >> shift & 0xffU);
}

void put_text(std::string& bytes, std::string_view text) {
  put_number(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

std::uint32_t number_at(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;)
    number = number << 8U | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

/// Takes a payload apart from its beginning; remembers when there was too little.
class Reader {
public:
  explicit Reader(std::string_view bytes) : bytes_{bytes} {}
  std::uint8_t byte() {
    return ensure(1) ? static_cast<std::uint8_t>(take(1)[0]) : std::uint8_t{0};
  }
  std::uint32_t number() { return ensure(4) ? number_at(take(4)) : 0; }
  std::string text() {
    const auto length = number();
    return ensure(length) ? std::string{take(length)} : std::string{};
  }
  [[nodiscard]] bool whole() const { return whole_; }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

private:
  bool ensure(std::size_t count) {
    whole_ = whole_ && bytes_.size() >= count;
    return whole_;
  }
  std::string_view take(std::size_t count) {
    const auto taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::string_view bytes_;
  bool whole_ = true;
};

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

/// Room for one descriptor that comes with a message.
struct PassedDescriptor {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> bytes{};

  [[nodiscard]] msghdr message_with(iovec& payload) {
    msghdr message{};
    message.msg_iov = &payload;
    message.msg_iovlen = 1;
    message.msg_control = bytes.data();
    message.msg_controllen = bytes.size();
    return message;
  }
};

/// Receives the payload of a terminal's frame.
tl::expected<config::Descriptor, Trouble> receive_descriptor(int socket, Deadline deadline) {
  if (auto waited = ready(socket, POLLIN, deadline); !waited)
    return tl::unexpected(waited.error());
  char byte = 0;
  iovec payload{&byte, 1};
  PassedDescriptor passed;
  msghdr message = passed.message_with(payload);
  if (::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
    return tl::unexpected(Trouble::Closed);
  const cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  if (rights == nullptr || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS
      || rights->cmsg_len != CMSG_LEN(sizeof(int)))
    return tl::unexpected(Trouble::Broken);
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(rights), sizeof descriptor);
  return config::Descriptor{descriptor};
}

} // namespace

std::string encode(const Request& request) {
  std::string bytes;
  bytes += static_cast<char>(request.mode);
  put_text(bytes, request.directory);
  bytes += static_cast<char>((request.terminal.is_tty ? 1 : 0) | (request.terminal.colour ? 2 : 0)
                             | (request.terminal.progress ? 4 : 0) | (request.gives_input ? 8 : 0));
  put_number(bytes, request.terminal.columns);
  put_number(bytes, request.terminal.rows);
  put_text(bytes, request.name);
  put_number(bytes, static_cast<std::uint32_t>(request.words.size()));
  for (const auto& word : request.words)
    put_text(bytes, word);
  return bytes;
}

tl::expected<Request, std::string> decode_request(std::string_view payload) {
  Reader reader{payload};
  Request request;
  const auto mode = reader.byte();
  if (mode > static_cast<std::uint8_t>(Request::Mode::Script))
    return tl::unexpected("unknown request mode " + std::to_string(mode));
  request.mode = static_cast<Request::Mode>(mode);
  request.directory = reader.text();
  const auto flags = reader.byte();
  request.terminal.is_tty = (flags & 1U) != 0;
  request.terminal.colour = (flags & 2U) != 0;
  request.terminal.progress = (flags & 4U) != 0;
  request.gives_input = (flags & 8U) != 0;
  request.terminal.columns = reader.number();
  request.terminal.rows = reader.number();
  request.name = reader.text();
  const auto count = reader.number();
  if (count > words_max)
    return tl::unexpected(std::to_string(count) + " words, of which a request has at most "
                          + std::to_string(words_max));
  for (std::uint32_t i = 0; i < count && reader.whole(); ++i)
    request.words.push_back(reader.text());
  if (!reader.whole() || !reader.at_end())
    return tl::unexpected(std::string{"the request does not end where it should"});
  if (request.mode == Request::Mode::Script && request.words.empty())
    return tl::unexpected(std::string{"a script is one text"});
  return request;
}

std::string encode_exit(int code) {
  std::string bytes;
  put_number(bytes, static_cast<std::uint32_t>(code));
  return bytes;
}

tl::expected<int, std::string> decode_exit(std::string_view payload) {
  if (payload.size() != 4)
    return tl::unexpected(std::string{"an exit code is 4 bytes"});
  return static_cast<int>(number_at(payload));
}

std::string encode_window(const WindowSize& size) {
  std::string bytes;
  put_number(bytes, size.columns);
  put_number(bytes, size.rows);
  return bytes;
}

tl::expected<WindowSize, std::string> decode_window(std::string_view payload) {
  if (payload.size() != 8)
    return tl::unexpected(std::string{"a window's size is 8 bytes"});
  return WindowSize{number_at(payload), number_at(payload.substr(4))};
}

std::string encode(const InputPart& part) {
  return static_cast<char>(part.state) + part.bytes;
}

tl::expected<InputPart, std::string> decode_input(std::string_view payload) {
  if (payload.empty() || payload.size() > input_part_max + 1)
    return tl::unexpected("a part of standard input has 1 to " + std::to_string(input_part_max + 1)
                          + " bytes");
  const auto state = static_cast<std::uint8_t>(payload[0]);
  if (state > static_cast<std::uint8_t>(InputPart::State::Unreadable))
    return tl::unexpected("unknown state " + std::to_string(state) + " of standard input");
  return InputPart{static_cast<InputPart::State>(state), std::string{payload.substr(1)}};
}

std::string encode_wanted(std::uint32_t most) {
  std::string bytes;
  put_number(bytes, most);
  return bytes;
}

tl::expected<std::uint32_t, std::string> decode_wanted(std::string_view payload) {
  if (payload.size() != 4)
    return tl::unexpected(std::string{"a wish for standard input is 4 bytes"});
  return number_at(payload);
}

tl::expected<void, Trouble>
send_frame(int socket, FrameKind kind, std::string_view payload, Deadline deadline) {
  std::string bytes;
  put_number(bytes, static_cast<std::uint32_t>(payload.size()));
  bytes += static_cast<char>(kind);
  bytes += payload;
  return send_all(socket, bytes, deadline);
}

tl::expected<void, Trouble> send_terminal(int socket, int terminal, Deadline deadline) {
  const std::string head{'\1', '\0', '\0', '\0', static_cast<char>(FrameKind::Terminal)};
  if (auto sent = send_all(socket, head, deadline); !sent)
    return sent;
  if (auto waited = ready(socket, POLLOUT, deadline); !waited)
    return waited;
  char byte = 0;
  iovec payload{&byte, 1};
  PassedDescriptor passed;
  const msghdr message = passed.message_with(payload);
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof terminal);
  std::memcpy(CMSG_DATA(rights), &terminal, sizeof terminal);
  if (::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) != 1)
    return tl::unexpected(Trouble::Closed);
  return {};
}

tl::expected<Frame, Trouble>
receive_frame(int socket, Deadline first, Deadline rest, std::size_t most) {
  std::array<char, 5> head{};
  if (auto received = receive_all(socket, head.data(), head.size(), first, rest); !received)
    return tl::unexpected(received.error());
  const auto length = number_at({head.data(), 4});
  const auto kind = static_cast<std::uint8_t>(head[4]);
  if (length > std::min(most, payload_max) || kind < 1
      || kind > static_cast<std::uint8_t>(FrameKind::Terminal))
    return tl::unexpected(Trouble::Broken);
  Frame frame{static_cast<FrameKind>(kind), {}};
  if (frame.kind == FrameKind::Terminal) {
    if (length != 1)
      return tl::unexpected(Trouble::Broken);
    auto terminal = receive_descriptor(socket, rest);
    if (!terminal)
      return tl::unexpected(terminal.error());
    frame.terminal = std::move(*terminal);
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
