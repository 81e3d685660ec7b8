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

/// A unit has one hook at a time (W7): that of an agent that has failed may still run when the next
/// agent's comes. A job of no unit, or of a session, waits for nobody.
class HookQueue {
public:
  void push(QueuedHook hook);
  /// A hook that need not wait; its unit gets no other until done(unit).
  [[nodiscard]] std::optional<QueuedHook> take();
  /// The unit's hook has ended.
  void done(const std::string& unit);
  /// Takes out what waits and has that id in that member, task or debugged; nothing if nothing has.
  [[nodiscard]] std::optional<QueuedHook> take_job(std::uint64_t HookJob::*what, std::uint64_t id);
  /// Everything that waits, and nothing waits any more.
  [[nodiscard]] std::vector<QueuedHook> clear();

private:
  std::map<std::string, std::deque<QueuedHook>> waiting_; ///< Never an empty deque.
  std::deque<std::string> ready_; ///< Units with a waiting and no running hook.
  std::set<std::string> busy_;
  std::deque<QueuedHook> of_no_unit_;
};

} // namespace orrery::hooks
