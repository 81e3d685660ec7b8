#pragma once

#include "cmd/client/client.hpp"
#include "cmd/server/server.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

namespace orrery::cmd {

/// A server on a socket in the bench's directory.
struct Served : test::Bench {
  explicit Served(std::uint32_t sessions_max = 8,
                  std::chrono::milliseconds deadline = std::chrono::milliseconds{5000}) {
    options.socket = directory / "socket";
    options.sessions_max = sessions_max;
    options.read_deadline = options.write_deadline = deadline;
    server = std::move(*Server::start(options, orchestrator));
  }

  /// Sends one request on a connection of its own.
  std::optional<int>
  ask(const std::vector<std::string>& words, test::TextOutput& to, bool as_script = false) const {
    auto client = Client::connect(options.socket);
    if (!client)
      return std::nullopt;
    wire::Request request;
    request.directory = directory;
    request.words = words;
    request.mode = as_script ? wire::Request::Mode::Script : wire::Request::Mode::Verb;
    request.name = "s";
    return client->ask(request, to);
  }

  /// Waits until so many sessions are open.
  [[nodiscard]] bool comes_to(std::size_t sessions) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (server->sessions() != sessions) {
      if (std::chrono::steady_clock::now() > deadline)
        return false;
      std::this_thread::yield();
    }
    return true;
  }

  ServerOptions options;
  std::unique_ptr<Server> server;
};

} // namespace orrery::cmd
