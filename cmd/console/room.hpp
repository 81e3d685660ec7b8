#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace orrery::cmd::console {

/// How much a console session may hold besides its request: its variables in all branches, the
/// words of the commands that run, and the files that it has taken in. Thread-safe.
class Room {
public:
  static constexpr std::size_t bytes_max = 32 << 20;
  static constexpr const char* full =
    "the session's variables, running commands and included files would take more than 32 MiB "
    "together: keep less at once";

  /// @returns false, and takes nothing, where so much is not left.
  [[nodiscard]] bool take(std::size_t bytes) {
    auto taken = taken_.load();
    do {
      if (bytes > bytes_max - taken)
        return false;
    } while (!taken_.compare_exchange_weak(taken, taken + bytes));
    return true;
  }
  void give_back(std::size_t bytes) { taken_ -= bytes; }

private:
  std::atomic<std::size_t> taken_{0};
};

/// A part of a room, given back at the end.
class Taken {
public:
  Taken(std::shared_ptr<Room> room, std::size_t bytes)
    : room_{std::move(room)}, bytes_{bytes}, granted_{room_->take(bytes)} {}
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
  ~Taken() {
    if (granted_)
      room_->give_back(bytes_);
  }
  [[nodiscard]] bool granted() const { return granted_; }

private:
  std::shared_ptr<Room> room_;
  std::size_t bytes_;
  bool granted_;
};

} // namespace orrery::cmd::console
