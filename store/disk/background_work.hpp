#pragma once

#include <deque>
#include <mutex>

namespace orrery::store {

/// Work that RocksDB asks to have done in the background, kept until it is done in the foreground,
/// in order.
class BackgroundWork {
public:
  using Function = void (*)(void* argument);
  struct Job {
    Function run = nullptr;
    void* argument = nullptr;
    int priority = 0;
    void* tag = nullptr;       ///< Whose it is.
    Function cancel = nullptr; ///< Called instead of `run`; may be null.
  };
  void add(const Job& job);
  /// @returns how many there were
  int cancel(const void* tag, int priority);
  [[nodiscard]] unsigned size(int priority) const;
  /// Until none is left, those that come meanwhile included. Does nothing if called by a job.
  void run();

private:
  mutable std::mutex mutex_;
  std::deque<Job> jobs_;
  bool running_ = false;
};

} // namespace orrery::store
