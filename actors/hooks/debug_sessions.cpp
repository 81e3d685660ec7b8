#include "actors/hooks/debug_sessions.hpp"

#include <utility>

namespace orrery::hooks {

std::optional<std::string> DebugSessions::open(DebugWish wish) {
  const std::lock_guard lock(mutex_);
  const std::string unit = wish.unit;
  const auto [session, is_new] = sessions_.try_emplace(unit);
  if (!is_new)
    return session->second.wish.user;
  session->second.wish = std::move(wish);
  return std::nullopt;
}

void DebugSessions::close(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto session = sessions_.find(unit);
  if (session == sessions_.end())
    return;
  const std::uint64_t running = session->second.running;
  sessions_.erase(session); // its terminal, if nobody has taken it, hangs up
  if (running != 0)
    kill_(running);
}

namespace {

template <class Item>
std::optional<Item> take_first(std::deque<Item>& items) {
  if (items.empty())
    return std::nullopt;
  std::optional<Item> first(std::move(items.front()));
  items.pop_front();
  return first;
}

} // namespace

std::optional<DebuggedHook> DebugSessions::next_hook(const std::string& unit,
                                                     std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  DebugSession& session = sessions_.at(unit);
  changed_.wait_for(lock, patience, [&] { return !session.offered.empty(); });
  return take_first(session.offered);
}

std::optional<HookEnd> DebugSessions::end_of_hook(const std::string& unit,
                                                  std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  DebugSession& session = sessions_.at(unit);
  changed_.wait_for(lock, patience, [&] { return !session.ends.empty(); });
  return take_first(session.ends);
}

std::optional<DebugSessions::Claim> DebugSessions::claim(const std::string& unit,
                                                         const std::string& hook) {
  const std::lock_guard lock(mutex_);
  const auto session = sessions_.find(unit);
  if (session == sessions_.end() || session->second.running != 0
      || !session->second.wish.wants(hook))
    return std::nullopt;
  session->second.running = ++last_id_;
  session->second.was_offered = false;
  return Claim{last_id_, session->second.wish};
}

void DebugSessions::offer(const std::string& unit, DebuggedHook hook) {
  const std::lock_guard lock(mutex_);
  const auto session = sessions_.find(unit);
  if (session == sessions_.end() || session->second.running != hook.id)
    return kill_(hook.id);
  session->second.was_offered = true;
  session->second.offered.push_back(std::move(hook));
  changed_.notify_all();
}

void DebugSessions::ended(const std::string& unit, std::uint64_t id, const HookEnd& end) {
  const std::lock_guard lock(mutex_);
  const auto session = sessions_.find(unit);
  if (session == sessions_.end() || session->second.running != id)
    return;
  session->second.running = 0;
  if (session->second.was_offered)
    session->second.ends.push_back(end);
  changed_.notify_all();
}

} // namespace orrery::hooks
