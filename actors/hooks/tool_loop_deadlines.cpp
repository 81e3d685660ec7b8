// Deadlines in the loop of hook tools.
#include "actors/hooks/tool_loop.hpp"

#include <algorithm>

namespace orrery::hooks {

void ToolLoop::act_on_time() {
  const auto now = Clock::now();
  std::vector<Id> late;
  for (const auto& [id, connection] : connections_)
    if (connection.due() && *connection.due() <= now)
      late.push_back(id);
  for (const Id id : late)
    drop(id);
  for (const auto& [id, connection] : connections_)
    if (!connection.proven() && connection.yields_at() <= now && is_full(connection.context()))
      watch_context(connection.context());
  for (auto pause = paused_.begin(); pause != paused_.end();) {
    const auto [id, until] = *pause;
    pause = until > now ? std::next(pause) : paused_.erase(pause);
    if (until <= now)
      watch_context(id);
  }
}

int ToolLoop::milliseconds_to_wait() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  std::optional<Clock::time_point> first;
  for (const auto& [id, connection] : connections_) {
    if (connection.due())
      first = std::min(first.value_or(*connection.due()), *connection.due());
    if (!connection.proven() && connection.yields_at() > now && is_full(connection.context()))
      first = std::min(first.value_or(connection.yields_at()), connection.yields_at());
  }
  for (const auto& [id, until] : paused_)
    first = std::min(first.value_or(until), until);
  if (!first)
    return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*first - now).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

} // namespace orrery::hooks
