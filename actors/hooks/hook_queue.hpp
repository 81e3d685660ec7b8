#pragma once

#include "actors/hooks/runner.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::hooks {

/// A hook that waits for its turn.
struct QueuedHook {
  HookJob job;
  HookRunner::Callback done;
};

/// Units take turns, and a unit has one hook at a time: one with many hooks delays nobody else by
/// more than one.
class HookQueue {
public:
  void push(QueuedHook hook);
  /// The hook whose turn it is; its unit gets no other until done(unit).
  [[nodiscard]] std::optional<QueuedHook> take();
  /// The unit's hook has ended.
  void done(const std::string& unit);
  /// Everything that waits, and nothing waits any more.
  [[nodiscard]] std::vector<QueuedHook> clear();

private:
  std::map<std::string, std::deque<QueuedHook>> waiting_; ///< Never an empty deque.
  std::deque<std::string> turns_; ///< Units with a waiting and no running hook.
  std::set<std::string> busy_;
};

} // namespace orrery::hooks
