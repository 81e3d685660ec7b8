#include "actors/hooks/empty_groups.hpp"

#include "actors/hooks/control_group.hpp"

#include <iterator>

namespace orrery::hooks {

void EmptyGroups::add(const std::string& group) {
  if (group.empty())
    return;
  take(group);
  by_age_.push_back(group);
  places_.emplace(group, std::prev(by_age_.end()));
  if (by_age_.size() <= limit)
    return;
  const std::string oldest = by_age_.front();
  take(oldest);
  remove_group(oldest);
}

void EmptyGroups::take(const std::string& group) {
  const auto found = places_.find(group);
  if (found == places_.end())
    return;
  by_age_.erase(found->second);
  places_.erase(found);
}

} // namespace orrery::hooks
