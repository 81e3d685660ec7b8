#include "actors/agents/forcer.hpp"

/// When the forcer looks at a target whose orderly way has its chance still.
namespace orrery::agents {

void Forcer::wait_until(const store::Key& key, Target& target, store::Milliseconds at) {
  wait_no_more(key, target);
  target.next_at = at;
  target.waits = true;
  next_times_.emplace(at, key);
}

void Forcer::wait_no_more(const store::Key& key, Target& target) {
  next_times_.erase({target.next_at, key});
  target.waits = false;
}

void Forcer::forget(const store::Key& key) {
  const auto found = targets_.find(key);
  if (found == targets_.end())
    return;
  wait_no_more(key, found->second);
  targets_.erase(found);
  forget_wake();
  wake_for_next();
}

/// For one whose time has come, too: the waking for it may be on its way, and is replaced by this.
void Forcer::wake_for_next() {
  if (!next_times_.empty())
    wake_at(next_times_.begin()->first);
}

void Forcer::wake(const protocol::Wake& due_now) {
  if (!is_due(due_now))
    return;
  while (!next_times_.empty() && next_times_.begin()->first <= now()) {
    const store::Key key = next_times_.begin()->second;
    wait_no_more(key, targets_.at(key));
    consider(key);
  }
  wake_for_next();
}

} // namespace orrery::agents
