#pragma once

#include "actors/hooks/wire.hpp"
#include "config/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace orrery::hooks {

/// One tool process: sends a call, waits, gets its reply; perhaps again.
class ToolConnection {
public:
  using Clock = std::chrono::steady_clock;
  enum class Health : std::uint8_t { Fine, Broken };

  ToolConnection(config::Descriptor socket, std::uint64_t context)
    : socket_(std::move(socket)), context_(context), yields_at_(Clock::now() + yield_time),
      due_(Clock::now() + first_byte_time) {}

  /// Reads what is there, no more than the rest of one frame.
  [[nodiscard]] Health receive();
  /// The call, once it is complete; none while one is being answered. Broken: no call, and it never
  /// will be.
  [[nodiscard]] std::optional<TokenCall> take_call(Health& health);
  /// The call with this number waits for its answer.
  void await(std::uint64_t number) { awaited_ = number; }
  void reply(const ToolReply& reply);
  /// The tool is gone. Its place is kept until its call is answered, so that no more calls wait for
  /// an answer than there are places.
  void abandon() { abandoned_ = true; }
  [[nodiscard]] bool abandoned() const { return abandoned_; }
  [[nodiscard]] Health send();

  [[nodiscard]] int descriptor() const { return socket_.get(); }
  [[nodiscard]] std::uint64_t context() const { return context_; }
  [[nodiscard]] std::uint64_t awaited() const { return awaited_; }
  /// Returns epoll's events to wait for.
  [[nodiscard]] std::uint32_t events() const;
  /// When a frame that has begun must have passed, or the first one have begun.
  [[nodiscard]] std::optional<Clock::time_point> due() const { return due_; }
  /// Becomes true with the first call that carries the right token, and stays so.
  [[nodiscard]] bool proven() const { return proven_; }
  /// When it gives its place to another that waits for one, unless it is proven by then.
  [[nodiscard]] Clock::time_point yields_at() const { return yields_at_; }
  void prove() { proven_ = true; }
  /// Whether nothing has come yet that waits to be read.
  [[nodiscard]] bool is_silent() const;

private:
  /// A tool sends its call as soon as it is connected.
  static constexpr std::chrono::seconds first_byte_time{10};
  static constexpr std::chrono::seconds yield_time{1};
  config::Descriptor socket_;
  std::uint64_t context_;
  bool proven_ = false;
  bool abandoned_ = false;
  std::string incoming_;
  std::string outgoing_;
  std::size_t sent_ = 0;
  std::uint64_t awaited_ = 0;
  Clock::time_point yields_at_;
  std::optional<Clock::time_point> due_;
};

} // namespace orrery::hooks
