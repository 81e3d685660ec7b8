#include "cmd/server/server.hpp"

#include "cmd/client/endpoint.hpp"
#include "cmd/client/wire.hpp"
#include "cmd/server/connection.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>

namespace orrery::cmd {

namespace {

constexpr std::uint32_t kept_for_owner = 16; ///< One session in so many.

/// Whether that group is among the client's further ones.
bool has_further_group(int socket, gid_t group) {
  std::array<gid_t, 65536> groups{}; // the kernel's limit of a process
  socklen_t size = sizeof groups;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &size) != 0)
    return false;
  const auto end = groups.begin() + static_cast<std::ptrdiff_t>(size / sizeof(gid_t));
  return std::find(groups.begin(), end, group) != end;
}

enum class Welcome : std::uint8_t {
  No,
  Member, ///< Of the group.
  Owner,  ///< The user that the orchestrator runs as, or root.
};

/// @param peer gets who it is
Welcome welcome(int socket, std::optional<gid_t> group, ucred& peer) {
  socklen_t size = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    return Welcome::No;
  if (peer.uid == ::geteuid() || peer.uid == 0)
    return Welcome::Owner;
  return group && (peer.gid == *group || has_further_group(socket, *group)) ? Welcome::Member
                                                                            : Welcome::No;
}

/// Opens the socket's file to the group.  @returns why that cannot be.
std::string open_to_group(const std::filesystem::path& socket, gid_t group) {
  if (::chown(socket.c_str(), static_cast<uid_t>(-1), group) == 0
      && ::chmod(socket.c_str(), 0660) == 0)
    return {};
  return "cannot give " + socket.string() + " to group " + std::to_string(group) + ": "
         + std::generic_category().message(errno) + ": the user must be in it";
}

/// @returns 0 if nothing is there.
ino_t inode_of(const std::filesystem::path& file) {
  struct stat found {};
  return ::lstat(file.c_str(), &found) == 0 ? found.st_ino : 0;
}

void send_away(int socket, const std::string& text) {
  constexpr std::chrono::milliseconds at_once{0};
  // A fresh socket's buffer takes this; a client for which it does not gets nothing but the closed
  // connection.
  if (wire::send_frame(socket, wire::FrameKind::Err, "ERROR " + text + "\n", at_once))
    (void)wire::send_frame(socket, wire::FrameKind::Exit, wire::encode_exit(Exit::Failed), at_once);
}

class SocketServer : public Server {
public:
  SocketServer(ServerOptions options, Models& models, config::Descriptor listener)
    : options_{std::move(options)}, models_{models}, listener_{std::move(listener)},
      wake_{::eventfd(0, EFD_CLOEXEC)} {
    acceptor_ = std::thread{[this] { accept_clients(); }};
  }
  ~SocketServer() override { SocketServer::stop(); }
  SocketServer(const SocketServer&) = delete;
  SocketServer& operator=(const SocketServer&) = delete;

  void stop() override {
    stopping_ = true;
    if (acceptor_.joinable()) {
      const std::uint64_t one = 1;
      (void)!::write(wake_.get(), &one, sizeof one);
      acceptor_.join();
      if (inode_of(options_.socket) == inode_)
        ::unlink(options_.socket.c_str()); // another orchestrator's stays
    }
    listener_.close();
    {
      const std::lock_guard lock{mutex_};
      for (const auto& client : clients_)
        ::shutdown(client.socket.get(), SHUT_RDWR);
    }
    for (auto& client : clients_)
      client.thread.join();
    clients_.clear();
  }

  [[nodiscard]] std::size_t sessions() const override {
    const std::lock_guard lock{mutex_};
    std::size_t open = 0;
    for (const auto& client : clients_)
      open += client.ended || client.given_up ? 0 : 1;
    return open;
  }

private:
  struct Client {
    config::Descriptor socket;
    Peer peer;
    std::thread thread;
    std::atomic<bool> ended{false};
    Idleness idleness;
    bool given_up = false; ///< Another client has got its place.
  };

  void accept_clients() {
    while (!stopping_) {
      std::array<pollfd, 2> waited{{{listener_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
      (void)::poll(waited.data(), waited.size(), -1);
      reap();
      if ((waited[0].revents & POLLIN) == 0)
        continue; // woken to reap, or to stop
      config::Descriptor socket{::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)};
      if (socket.is_open())
        admit(std::move(socket));
      else if (errno == EMFILE
               || errno == ENFILE) // the client stays in the queue until a session ends
        (void)::poll(&waited[1], 1, 100);
    }
  }

  void admit(config::Descriptor socket) {
    ucred peer{};
    const auto who = welcome(socket.get(), options_.group, peer);
    if (who == Welcome::No)
      return send_away(socket.get(),
                       "this orchestrator belongs to another user: run orrery as that user");
    const auto most =
      options_.sessions_max - (who == Welcome::Owner ? 0 : options_.sessions_max / kept_for_owner);
    if (sessions() >= most && !end_idle_session())
      return send_away(socket.get(), "too many sessions: " + std::to_string(most)
                                       + " are open (sessions-max): close one, or raise the "
                                         "setting");
    const std::lock_guard lock{mutex_};
    auto& client = clients_.emplace_back();
    client.socket = std::move(socket);
    client.peer = {peer.uid, peer.pid, who == Welcome::Owner};
    try {
      client.thread = std::thread{[this, &client] { serve(client); }};
    } catch (const std::system_error&) {
      send_away(client.socket.get(), "no thread is left for another session: close one");
      clients_.pop_back();
    }
  }

  /// Ends the session that has been idle longest.  @returns false if none is.
  bool end_idle_session() {
    const std::lock_guard lock{mutex_};
    const auto before = Idleness::Clock::now() - options_.idle_min;
    auto oldest = before;
    Client* longest = nullptr;
    for (auto& client : clients_) {
      const auto since = client.idleness.since();
      if (!since || *since > oldest || client.ended || client.given_up)
        continue;
      oldest = *since;
      longest = &client;
    }
    if (longest == nullptr)
      return false;
    longest->given_up = true;
    ::shutdown(longest->socket.get(), SHUT_RDWR);
    return true;
  }

  void serve(Client& client) {
    serve_connection({client.socket.get(), client.peer}, models_, options_, logins_, stopping_,
                     client.idleness);
    ::shutdown(client.socket.get(), SHUT_RDWR);
    client.ended = true;
    const std::uint64_t one = 1;
    (void)!::write(wake_.get(), &one, sizeof one);
  }

  /// Joins the threads of sessions that have ended.
  void reap() {
    const std::lock_guard lock{mutex_};
    if (!stopping_) {
      std::uint64_t count = 0;
      pollfd woken{wake_.get(), POLLIN, 0};
      if (::poll(&woken, 1, 0) == 1)
        (void)!::read(wake_.get(), &count, sizeof count);
    }
    for (auto client = clients_.begin(); client != clients_.end();) {
      if (client->ended) {
        client->thread.join();
        client = clients_.erase(client);
      } else {
        ++client;
      }
    }
  }

  ServerOptions options_;
  Logins logins_;
  ino_t inode_ = inode_of(options_.socket);
  Models& models_;
  config::Descriptor listener_;
  config::Descriptor wake_;
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_; ///< Guards clients_.
  std::list<Client> clients_;
  std::thread acceptor_;
};

} // namespace

tl::expected<std::unique_ptr<Server>, std::string> Server::start(ServerOptions options,
                                                                 Models& models) {
  auto listener = listen_at(options.socket);
  if (!listener)
    return tl::unexpected(listener.error());
  if (options.group)
    if (auto why = open_to_group(options.socket, *options.group); !why.empty())
      return tl::unexpected(std::move(why));
  return std::make_unique<SocketServer>(std::move(options), models, std::move(*listener));
}

} // namespace orrery::cmd
