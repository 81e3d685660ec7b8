#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace orrery::cmd {

/// Wakes sessions that wait for the next change of the store.
class Commits {
public:
  /// From the journal, after each batch.
  void reached(std::uint64_t sequence) {
    const std::lock_guard lock(mutex_);
    sequence_ = sequence;
    changed_.notify_all();
  }
  /// @returns the sequence number now: another than `seen`, or `seen` when `timeout` has passed or
  /// somebody has poked.
  [[nodiscard]] std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    const std::uint64_t before = pokes_;
    changed_.wait_for(lock, timeout, [&] { return sequence_ != seen || pokes_ != before; });
    return sequence_;
  }
  /// Wakes all who wait now as if their time had passed.
  void poke() {
    const std::lock_guard lock(mutex_);
    ++pokes_;
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t sequence_ = 0;
  std::uint64_t pokes_ = 0;
};

} // namespace orrery::cmd
