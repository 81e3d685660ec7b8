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
  /// @returns the sequence number now: another than `seen`, or `seen` when `timeout` has passed.
  [[nodiscard]] std::uint64_t wait(std::uint64_t seen, std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [&] { return sequence_ != seen || is_closed_; });
    return sequence_;
  }
  /// From now on nobody waits: the model goes.
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

  /// How far the store has come, and how often who waits below was called.
  struct Stirs {
    std::uint64_t sequence = 0;
    std::uint64_t calls = 0;
    bool operator==(const Stirs&) const = default;
  };
  [[nodiscard]] Stirs stirs() {
    const std::lock_guard lock(mutex_);
    return {sequence_, calls_};
  }
  /// Waits until either is another than in `seen`, or `timeout` has passed.
  void wait_stirred(const Stirs& seen, std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [&] { return Stirs{sequence_, calls_} != seen; });
  }
  void call() {
    const std::lock_guard lock(mutex_);
    ++calls_;
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t sequence_ = 0;
  std::uint64_t calls_ = 0;
  bool is_closed_ = false;
};

} // namespace orrery::cmd
