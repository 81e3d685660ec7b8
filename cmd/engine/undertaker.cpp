#include "cmd/engine/undertaker.hpp"

#include <pthread.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace orrery::cmd {

namespace {
/// A condition variable may not know of times further away.
constexpr std::chrono::hours longest_wait{24};
} // namespace

void Undertaker::arm(const store::HostedModel& how) {
  {
    const std::lock_guard lock(mutex_);
    armed_ = how;
    if (!std::exchange(runs_, true))
      std::thread([self = shared_from_this()] { self->run(); }).detach();
  }
  model_.commits().call();
}

void Undertaker::stop() {
  std::unique_lock lock(mutex_);
  is_stopped_ = true;
  lock.unlock();
  model_.commits().call();
  lock.lock();
  ended_.wait(lock, [this] { return !runs_; });
}

std::optional<store::HostedModel> Undertaker::next() {
  const std::lock_guard lock(mutex_);
  return std::exchange(armed_, std::nullopt);
}

std::optional<Undertaker::Found> Undertaker::told() {
  const std::lock_guard lock(mutex_);
  if (is_stopped_)
    return Found::Stopped;
  return armed_ ? std::optional(Found::Rearmed) : std::nullopt;
}

/// Level-triggered: looks at what is on disk, then waits until that has changed.
Undertaker::Found Undertaker::wait(const store::HostedModel& how) {
  const bool has_end = how.force && how.has_timeout;
  for (;;) {
    const Commits::Stirs seen = model_.commits().stirs();
    if (const auto found = told())
      return *found;
    if (model_.is_empty())
      return Found::Empty;
    const store::Milliseconds left = how.since + how.timeout - clock_.now();
    if (has_end && left <= 0)
      return Found::TimeOver;
    const std::chrono::milliseconds longest = longest_wait;
    model_.commits().wait_stirred(seen, has_end ? std::min(longest, std::chrono::milliseconds(left))
                                                : longest);
  }
}

void Undertaker::run() {
  pthread_setname_np(pthread_self(), "undertaker");
  Found found = Found::Rearmed;
  while (found == Found::Rearmed) {
    const auto how = next();
    if (!how)
      break;
    (void)model_.run(protocol::EndModel{});
    protocol::Removal removal;
    removal.force = how->force;
    removal.max_wait = how->max_wait;
    model_.remove_all(removal);
    found = wait(*how);
  }
  if (found == Found::Empty || found == Found::TimeOver)
    bury_();
  const std::lock_guard lock(mutex_);
  runs_ = false;
  ended_.notify_all();
}

} // namespace orrery::cmd
