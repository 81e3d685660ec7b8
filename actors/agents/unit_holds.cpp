#include "actors/agents/unit_holds.hpp"

namespace orrery::agents {

void UnitHolds::add(const std::string& application) {
  {
    const std::lock_guard lock(mutex_);
    ++holds_[application];
  }
  activity_.stir();
}

void UnitHolds::remove(const std::string& application) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = holds_.find(application);
    if (--found->second == 0)
      holds_.erase(found);
  }
  activity_.stir();
}

void UnitHolds::add_wait() {
  {
    const std::lock_guard lock(mutex_);
    ++waits_;
  }
  activity_.stir();
}

void UnitHolds::remove_wait() {
  {
    const std::lock_guard lock(mutex_);
    --waits_;
  }
  activity_.stir();
}

std::int64_t UnitHolds::others(const std::set<std::string>& applications) const {
  std::int64_t count = 0;
  for (const auto& [application, holds] : holds_)
    if (!applications.contains(application))
      count += holds;
  return count;
}

bool UnitHolds::wait_settled(const std::set<std::string>& applications,
                             std::chrono::milliseconds timeout,
                             const std::function<bool()>& cancelled) {
  const auto level = [&] {
    const std::lock_guard lock(mutex_);
    return others(applications);
  };
  const auto only_others = [&] {
    const std::lock_guard lock(mutex_); // no hold comes or goes between the two counts
    return activity_.count() == others(applications);
  };
  return activity_.wait(level, only_others, timeout, cancelled);
}

bool UnitHolds::wait_for_hooks(std::chrono::milliseconds timeout,
                               const std::function<bool()>& cancelled) {
  const auto level = [this] {
    const std::lock_guard lock(mutex_);
    return waits_;
  };
  const auto only_waits = [this] {
    const std::lock_guard lock(mutex_); // no wait begins or ends between the two counts
    return activity_.count() == waits_;
  };
  return activity_.wait(level, only_waits, timeout, cancelled);
}

} // namespace orrery::agents
