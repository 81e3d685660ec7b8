#include "actors/runtime/activity.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace orrery::runtime {

void Activity::remove(std::int64_t parts) {
  const std::int64_t before = count_.fetch_sub(parts, std::memory_order_acq_rel);
  assert(before >= parts);
  if (before != parts)
    return;
  // The lock orders this wake-up after a waiter's look at the count.
  const std::lock_guard lock(mutex_);
  settled_.notify_all();
}

bool Activity::wait_settled(std::chrono::milliseconds timeout,
                            const std::function<bool()>& cancelled) {
  constexpr std::chrono::milliseconds look_up{200}; // at whether the waiting client is still there
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  std::unique_lock lock(mutex_);
  while (count() != 0) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= deadline || cancelled())
      return false;
    settled_.wait_until(lock, std::min(deadline, now + look_up));
  }
  return true;
}

Hold& Hold::operator=(Hold&& other) noexcept {
  if (this != &other) {
    release();
    activity_ = std::exchange(other.activity_, nullptr);
  }
  return *this;
}

void Hold::release() {
  if (activity_ != nullptr)
    activity_->remove();
  activity_ = nullptr;
}

} // namespace orrery::runtime
