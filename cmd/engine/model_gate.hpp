#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

namespace orrery::cmd {

/// Lets calls into a model until it goes, and says when the last one has left. For any thread.
class ModelGate {
public:
  /// One call. False: the model is gone, and nothing of it must be used.
  class Use {
  public:
    explicit Use(ModelGate& gate) : gate_(gate), is_in_(gate.enter()) {}
    ~Use() {
      if (is_in_)
        gate_.leave();
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    explicit operator bool() const { return is_in_; }

  private:
    ModelGate& gate_;
    const bool is_in_;
  };

  /// Lets nobody in from now on. @param why as a sentence.
  void close(std::string why) {
    const std::lock_guard lock(mutex_);
    why_ = std::move(why);
    is_closed_ = true;
  }
  /// Blocks until all who are in have left.
  void wait_until_unused() {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return uses_ == 0; });
  }
  [[nodiscard]] bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return is_closed_;
  }
  [[nodiscard]] std::string why() const {
    const std::lock_guard lock(mutex_);
    return why_;
  }

private:
  bool enter() {
    const std::lock_guard lock(mutex_);
    uses_ += is_closed_ ? 0 : 1;
    return !is_closed_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    if (--uses_ == 0)
      left_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable left_;
  std::size_t uses_ = 0;
  bool is_closed_ = false; ///< For good.
  std::string why_;
};

} // namespace orrery::cmd
