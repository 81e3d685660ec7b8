#include "actors/hooks/hook_queue.hpp"

#include <algorithm>
#include <utility>

namespace orrery::hooks {

void HookQueue::push(QueuedHook hook) {
  const std::string unit = hook.job.turn();
  if (unit.empty())
    return of_no_unit_.push_back(std::move(hook));
  auto& hooks = waiting_[unit];
  hooks.push_back(std::move(hook));
  if (hooks.size() == 1 && !busy_.contains(unit))
    ready_.push_back(unit);
}

std::optional<QueuedHook> HookQueue::take() {
  if (!of_no_unit_.empty()) {
    QueuedHook next = std::move(of_no_unit_.front());
    of_no_unit_.pop_front();
    return next;
  }
  if (ready_.empty())
    return std::nullopt;
  const auto hooks = waiting_.find(ready_.front());
  ready_.pop_front();
  QueuedHook next = std::move(hooks->second.front());
  hooks->second.pop_front();
  if (hooks->second.empty())
    waiting_.erase(hooks);
  busy_.insert(next.job.turn());
  return next;
}

void HookQueue::done(const std::string& unit) {
  if (busy_.erase(unit) != 0 && waiting_.contains(unit))
    ready_.push_back(unit);
}

std::optional<QueuedHook> HookQueue::take_job(std::uint64_t HookJob::*what, std::uint64_t id) {
  std::optional<QueuedHook> taken;
  const auto take_from = [&](std::deque<QueuedHook>& hooks) {
    const auto found = std::find_if(hooks.begin(), hooks.end(),
                                    [&](const QueuedHook& hook) { return hook.job.*what == id; });
    if (found == hooks.end())
      return;
    taken = std::move(*found);
    hooks.erase(found);
  };
  take_from(of_no_unit_);
  for (auto hooks = waiting_.begin(); !taken && hooks != waiting_.end(); ++hooks) {
    take_from(hooks->second);
    if (!hooks->second.empty())
      continue;
    std::erase(ready_, hooks->first);
    waiting_.erase(hooks);
    break;
  }
  return taken;
}

std::vector<QueuedHook> HookQueue::clear() {
  std::vector<QueuedHook> all;
  for (auto& [unit, hooks] : waiting_)
    for (QueuedHook& hook : hooks)
      all.push_back(std::move(hook));
  for (QueuedHook& hook : of_no_unit_)
    all.push_back(std::move(hook));
  of_no_unit_.clear();
  waiting_.clear();
  ready_.clear();
  return all;
}

} // namespace orrery::hooks
