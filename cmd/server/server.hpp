#pragma once

#include "cmd/session/models.hpp"
#include "cmd/session/session.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace orrery::cmd {

/// A client's process, as the kernel knows it.
struct Peer {
  uid_t uid = 0;
  pid_t pid = 0;        ///< When it connected.
  bool is_owner = true; ///< The user that the orchestrator runs as, or root; else of the group.
};

struct ServerOptions {
  std::filesystem::path socket;
  std::optional<gid_t> group; ///< Its members are let in, too; the socket is theirs, mode 0660.
  /// The right of the group's members who name no account, on each model (UR2).
  Right group_access = Right::Superuser;
  /// A client beyond gets the place of the session that has been idle longest, or is told that
  /// there is none, and closed. The last sixteenth is for the same user and root.
  std::uint32_t sessions_max = 64;
  /// How long a session asks for nothing before another may get its place.
  std::chrono::milliseconds idle_min{60'000};
  std::chrono::milliseconds read_deadline{
    10'000}; ///< For a first request, and for each part of any.
  std::chrono::milliseconds write_deadline{10'000}; ///< For a client to take what it asked for.
  /// Is told who used a verb that wants more than to read. Thread-safe. Empty: nobody is.
  std::function<void(const Peer& peer, const Use& use)> audit{};
};

/// Answers clients on a Unix socket, each in a thread of its own. Only the same user, root and,
/// where one is named, the members of a group are let in.
class Server {
public:
  /// Listens; clients are answered from now on. The models must outlive the server.
  [[nodiscard]] static tl::expected<std::unique_ptr<Server>, std::string>
  start(ServerOptions options, Models& models);
  /// Calls stop().
  virtual ~Server() = default;
  /// Lets nobody in any more, ends all waits, closes all sessions and returns when they have ended.
  virtual void stop() = 0;
  /// How many sessions are open.
  [[nodiscard]] virtual std::size_t sessions() const = 0;
};

} // namespace orrery::cmd
