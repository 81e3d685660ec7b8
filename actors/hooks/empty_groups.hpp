#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <unordered_map>

namespace orrery::hooks {

/// Control groups of units in which nothing is left. Those of the units that ran a hook last stay
/// for their next, because the kernel takes longer to make a group than to begin a process in it;
/// others are removed. For one thread.
class EmptyGroups {
public:
  /// Nothing is left in the group. @param group its directory; empty: there is none.
  void add(const std::string& group);
  /// A hook begins in the group.
  void take(const std::string& group);

private:
  static constexpr std::size_t limit = 256;
  std::list<std::string> by_age_;
  std::unordered_map<std::string, std::list<std::string>::iterator> places_;
};

} // namespace orrery::hooks
