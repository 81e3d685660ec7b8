#include "actors/runtime/activity.hpp"

#include <algorithm>
#include <cassert>

namespace orrery::runtime {

/// One waiter's level, as long as it waits. Lives under the activity's lock.
class Activity::Watch {
public:
  Watch(Activity& activity, Level kind)
    : activity_(activity), moves_(kind == Level::Moves), own_(activity.levels_.insert(0)) {
    activity_.moving_ += moves_ ? 1 : 0;
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() {
    activity_.levels_.erase(own_);
    activity_.moving_ -= moves_ ? 1 : 0;
    tell();
  }
  void set(std::int64_t level) {
    activity_.levels_.erase(own_);
    own_ = activity_.levels_.insert(level);
    tell();
  }

private:
  void tell() { activity_.watched_ = activity_.levels_.empty() ? 0 : *activity_.levels_.rbegin(); }

  Activity& activity_;
  bool moves_;
  std::multiset<std::int64_t>::iterator own_;
};

void Activity::remove(std::int64_t parts) {
  const std::int64_t before = count_.fetch_sub(parts, to_count_down);
  assert(before >= parts);
  // A waiter raises the level first and looks at the count then: one of the two sees the other.
  if (before - parts <= watched_.load())
    wake();
}

void Activity::stir() {
  // A waiter says that it is one before it asks for its level: one of the two sees the other.
  if (moving_.load() > 0)
    wake();
}

void Activity::wake() {
  // The lock orders this wake-up after a waiter's look.
  const std::lock_guard lock(mutex_);
  reached_.notify_all();
}

bool Activity::wait_settled(std::chrono::milliseconds timeout,
                            const std::function<bool()>& cancelled) {
  return wait(
    Level::Fixed, [] { return 0; }, [this] { return count() == 0; }, timeout, cancelled);
}

bool Activity::wait(const std::function<std::int64_t()>& level,
                    const std::function<bool()>& done,
                    std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) {
  return wait(Level::Moves, level, done, timeout, cancelled);
}

bool Activity::wait(Level kind,
                    const std::function<std::int64_t()>& level,
                    const std::function<bool()>& done,
                    std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) {
  constexpr std::chrono::milliseconds look_up{200}; // at whether the waiting client is still there
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  std::unique_lock lock(mutex_);
  Watch watch(*this, kind);
  auto asked = std::chrono::steady_clock::now() - look_up;
  while (true) {
    watch.set(level());
    if (done())
      return true;
    const auto now = std::chrono::steady_clock::now();
    if (now >= deadline)
      return false;
    if (now - asked >= look_up) {
      asked = now;
      if (cancelled())
        return false;
    }
    reached_.wait_until(lock, std::min(deadline, asked + look_up));
  }
}

} // namespace orrery::runtime
