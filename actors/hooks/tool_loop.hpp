#pragma once

#include "actors/hooks/idle_sockets.hpp"
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
#include <unordered_map>
#include <vector>

namespace orrery::hooks {

/// Sockets and connections of the hooks that run. A socket stays when its hook has ended, for the
/// next of the same unit; it takes nobody in meanwhile. turn() is for one thread, all else for any.
class ToolLoop {
public:
  /// @param kept see ToolServer::make().
  explicit ToolLoop(std::size_t kept);
  [[nodiscard]] std::string open(const std::string& unit,
                                 const std::filesystem::path& path,
                                 ToolServer::Handler handler,
                                 std::string& why);
  void close(const std::string& token);
  void forget(const std::string& unit);
  void keep_none();
  /// Waits for something to happen and deals with it.
  void turn();
  void wake() const { answers_->wake(); }

private:
  using Clock = ToolConnection::Clock;
  using Id = std::uint64_t;
  using Health = ToolConnection::Health;
  enum class Source : std::uint64_t { Wake, Context, Connection };
  /// A hook that runs now.
  struct Hook {
    std::string token;
    std::shared_ptr<const ToolServer::Handler> handler;
  };
  /// A unit's socket, and whom it serves now.
  struct Context {
    std::string unit;
    ToolSocket socket;
    std::optional<Hook> hook{};
    std::size_t connections = 0;
  };
  using HandOver = std::function<void()>;

  void watch(int operation, int descriptor, Source source, Id id, std::uint32_t events) const;
  void watch_context(Id id) const;
  /// A context of no hook for the unit, with a socket there.  @returns 0 if there is none: `why`
  /// says why.
  [[nodiscard]] Id
  context_for(const std::string& unit, const std::filesystem::path& path, std::string& why);
  [[nodiscard]] std::optional<Id> take_idle(const std::string& unit);
  void remove(std::optional<Id> context);
  void close_connections(Id context);
  /// @returns the connection that gives its place to another: of those that have not shown the
  /// token for a while the first that is silent, else the first. None: 0
  [[nodiscard]] Id who_yields(Id context) const;
  /// At one hook's socket. More wait in the socket's backlog until one of these ends or yields.
  static constexpr std::size_t connection_limit = 16;
  [[nodiscard]] bool is_full(Id context) const {
    return contexts_.at(context).connections >= connection_limit;
  }
  /// Whether another can be let in.
  [[nodiscard]] bool has_room(Id context) const;
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
  config::Descriptor epoll_;
  std::mutex mutex_; ///< Of all below; never held while a handler runs.
  std::size_t kept_; ///< So many of no hook at most.
  Id next_id_ = 1;
  std::map<Id, Context> contexts_;
  std::unordered_map<std::string, Id> running_; ///< Those of a hook, by its token.
  IdleSockets idle_; ///< Those of none, but for one that is about to have one.
  std::map<Id, Clock::time_point> paused_; ///< Take nobody in until then: somebody guesses tokens.
  std::map<Id, ToolConnection> connections_;
};

} // namespace orrery::hooks
