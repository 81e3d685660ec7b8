#pragma once

#include "actors/hooks/spare_sockets.hpp"
#include "actors/hooks/tool_answers.hpp"
#include "actors/hooks/tool_connection.hpp"
#include "actors/hooks/tool_socket.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orrery::hooks {

/// Sockets and connections of the hooks that run. open() and close() from any thread, turn() from
/// one.
class ToolLoop {
public:
  /// @param spare_sockets see ToolServer::make().
  explicit ToolLoop(const std::filesystem::path& spare_sockets);
  [[nodiscard]] std::string
  open(const std::filesystem::path& path, ToolServer::Handler handler, std::string& why);
  void close(const std::string& token);
  void keep_none() { spare_.keep_none(); }
  /// Waits for something to happen and deals with it.
  void turn();
  void wake() const { answers_->wake(); }

private:
  using Clock = ToolConnection::Clock;
  using Id = std::uint64_t;
  using Health = ToolConnection::Health;
  enum class Source : std::uint64_t { Wake, Context, Connection };
  /// A hook that runs now.
  struct Context {
    std::string token;
    ToolSocket socket;
    std::shared_ptr<const ToolServer::Handler> handler;
    std::size_t connections = 0;
    std::optional<Clock::time_point> paused_until{}; ///< Takes nobody in: somebody guesses tokens.
  };
  using HandOver = std::function<void()>;

  void watch(int operation, int descriptor, Source source, Id id, std::uint32_t events) const;
  void watch_context(Id id) const;
  /// The token's context with its connections.  @returns its socket, at which nobody listens any more.
  [[nodiscard]] std::optional<ToolSocket> forget(const std::string& token);
  void accept(Id id);
  void serve(Id id, std::uint32_t events, std::vector<HandOver>& calls);
  /// Takes the next call, if one is there, and tells epoll what is waited for next.
  void go_on(Id id, Health health, std::vector<HandOver>& calls);
  void drop(Id id);
  void pause(Id context, std::chrono::milliseconds time);
  void send_replies(std::vector<HandOver>& calls);
  void act_on_time();
  [[nodiscard]] int milliseconds_to_wait();

  std::shared_ptr<ToolAnswers> answers_ = std::make_shared<ToolAnswers>();
  Descriptor epoll_;
  SpareSockets spare_;
  std::mutex mutex_; ///< Of all below; never held while a handler runs.
  Id next_id_ = 1;
  std::map<Id, Context> contexts_;
  std::map<Id, ToolConnection> connections_;
};

} // namespace orrery::hooks
