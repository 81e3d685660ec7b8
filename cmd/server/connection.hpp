#pragma once

#include "cmd/client/wire.hpp"
#include "cmd/server/server.hpp"
#include "cmd/session/logins.hpp"
#include "cmd/session/session.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <optional>

namespace orrery::cmd {

/// Whether a client sends it while its request is answered, without being asked.
[[nodiscard]] constexpr bool is_signal(wire::FrameKind kind) {
  return kind == wire::FrameKind::Interrupt || kind == wire::FrameKind::Window
         || kind == wire::FrameKind::Cut;
}

/// Sends a session's text to its client. A client that is gone, or does not take it in time,
/// cancels the session.
class ClientOutput : public Output {
public:
  ClientOutput(int socket,
               std::chrono::milliseconds write_deadline,
               const std::atomic<bool>& stopping)
    : socket_{socket}, write_deadline_{write_deadline}, stopping_{stopping} {}
  void out(std::string_view text) override;
  void err(std::string_view text) override;
  void progress(std::string_view text) override;
  [[nodiscard]] bool hand_over(int terminal) override;
  [[nodiscard]] bool hand_over(const std::array<int, 3>& streams) override;
  [[nodiscard]] bool is_cut() override;
  [[nodiscard]] bool cancelled() override;
  [[nodiscard]] std::optional<WindowSize> resized() override;
  /// Has the client send its standard input, of which `most` bytes are taken.
  void want_input(std::uint32_t most);
  /// Waits for the next part of that. @returns nothing once the client is gone, has given up, or
  /// sends something else.
  [[nodiscard]] std::optional<wire::InputPart> next_input();
  /// Ends an answer. @returns false if the client is gone.
  bool finish(int code);
  /// A new request. An interrupt belongs to the request that it interrupts.
  void begin(bool wants_progress) {
    interrupted_ = false;
    cut_ = false;
    window_.reset();
    wants_progress_ = wants_progress;
  }

private:
  /// Takes the signals that have come (`is_signal`); the next request waits.
  void read_signals();
  /// Takes one of them.
  void take_signal(const wire::Frame& frame);
  void send(std::uint8_t kind, std::string_view text);

  int socket_;
  std::chrono::milliseconds write_deadline_;
  const std::atomic<bool>& stopping_;
  bool wants_progress_ = false;
  std::chrono::steady_clock::time_point told_{}; ///< When progress was sent last.
  bool lost_ = false;
  bool interrupted_ = false;
  bool cut_ = false;                 ///< The client has said so.
  std::optional<WindowSize> window_; ///< That came and was not asked for yet.
};

/// The standard input of the client whose request is answered.
class ClientInput : public Input {
public:
  explicit ClientInput(ClientOutput& client) : client_{client} {}
  [[nodiscard]] tl::expected<std::string, std::string> read(std::size_t most) override;

private:
  ClientOutput& client_;
  bool taken_ = false; ///< Set by the first read.
};

/// Since when a session has asked for nothing. Thread-safe.
class Idleness {
public:
  using Clock = std::chrono::steady_clock;
  void begin() { since_ = Clock::now().time_since_epoch().count(); }
  void end() { since_ = 0; }
  /// @returns nothing while a request is answered.
  [[nodiscard]] std::optional<Clock::time_point> since() const {
    const auto since = since_.load();
    return since == 0 ? std::nullopt : std::optional{Clock::time_point{Clock::duration{since}}};
  }

private:
  std::atomic<Clock::rep> since_{0};
};

/// Where a client is, and who.
struct Connected {
  int socket = -1;
  Peer peer;
};

/// Answers one client's requests until it closes the connection, breaks the protocol, or the server
/// stops. Each request gets the model that the session means as it begins.
void serve_connection(const Connected& client,
                      Models& models,
                      const ServerOptions& options,
                      Logins& logins,
                      const std::atomic<bool>& stopping,
                      Idleness& idleness);

} // namespace orrery::cmd
