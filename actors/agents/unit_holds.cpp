#include "actors/agents/unit_holds.hpp"

namespace orrery::agents {

void UnitHolds::add(const std::string& application) {
  const std::lock_guard lock(mutex_);
  ++holds_[application];
}

void UnitHolds::remove(const std::string& application) {
  const std::lock_guard lock(mutex_);
  const auto found = holds_.find(application);
  if (--found->second == 0)
    holds_.erase(found);
}

bool UnitHolds::only_others(const std::set<std::string>& applications,
                            const runtime::Activity& activity) const {
  const std::lock_guard lock(mutex_); // no hold comes or goes between the two counts
  std::int64_t others = 0;
  for (const auto& [application, count] : holds_)
    if (!applications.contains(application))
      others += count;
  return activity.count() == others;
}

} // namespace orrery::agents
