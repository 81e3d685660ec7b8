#pragma once

#include "actors/hooks/tool_server.hpp"
#include "actors/hooks/wire.hpp"
#include "config/descriptor.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The other side of a tool server.
namespace orrery::hooks {

/// Speaks as a hook tool's process does.
class Tool {
public:
  explicit Tool(const std::filesystem::path& path)
    : socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const config::Descriptor directory(open(path.parent_path().c_str(), O_PATH | O_CLOEXEC));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name =
      "/proc/self/fd/" + std::to_string(directory.get()) + "/" + path.filename().string();
    std::memcpy(address.sun_path, name.c_str(), name.size());
    connected_ =
      connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  [[nodiscard]] bool connected() const { return connected_; }
  void send(const std::string& bytes) const {
    ASSERT_EQ(::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  /// @returns nothing if the connection is closed.
  std::optional<ToolReply> reply() {
    for (;;) {
      const FrameHead head = frame_head(bytes_, reply_limit);
      if (head.state == FrameState::Complete) {
        auto reply = decode_reply(std::string_view(bytes_).substr(frame_header, head.size));
        bytes_.erase(0, frame_header + head.size);
        return reply;
      }
      if (!read_more())
        return std::nullopt;
    }
  }
  bool is_closed() { return !read_more(); }
  std::optional<ToolReply> call(const std::string& token, std::vector<std::string> arguments) {
    send(*encode_call(token, call_of(std::move(arguments))));
    return reply();
  }
  static ToolCall call_of(std::vector<std::string> arguments) {
    ToolCall call;
    call.arguments = std::move(arguments);
    call.directory = "/";
    return call;
  }

private:
  bool read_more() {
    pollfd event{socket_.get(), POLLIN, 0};
    char bytes[65536];
    if (poll(&event, 1, static_cast<int>(std::chrono::milliseconds(most_patience).count())) != 1) {
      ADD_FAILURE() << "nothing came in time";
      return false;
    }
    const ssize_t size = read(socket_.get(), bytes, sizeof bytes);
    if (size <= 0)
      return false;
    bytes_.append(bytes, static_cast<std::size_t>(size));
    return true;
  }
  config::Descriptor socket_;
  bool connected_ = false;
  std::string bytes_;
};

inline ToolReply reply_of(const std::string& output, int code = 0) {
  ToolReply reply;
  reply.output = output;
  reply.code = code;
  return reply;
}

/// Answers with the arguments.
inline void echo(const ToolCall& call, const ToolServer::Answer& answer) {
  std::string text;
  for (const std::string& argument : call.arguments)
    text += argument + ";";
  answer(reply_of(text));
}

} // namespace orrery::hooks
