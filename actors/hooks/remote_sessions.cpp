#include "actors/hooks/remote_sessions.hpp"

#include <utility>

namespace orrery::hooks {

std::optional<std::uint64_t> RemoteSessions::begin(HookJob job) {
  {
    const std::lock_guard lock(mutex_);
    if (sessions_.size() >= most)
      return std::nullopt;
    job.session = ++last_id_;
    sessions_.try_emplace(job.session);
  }
  const std::uint64_t id = job.session;
  submit_(std::move(job), [this, id](HookEnd end) { ended(id, std::move(end)); });
  return id;
}

std::optional<HookEnd> RemoteSessions::wait(std::uint64_t id, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  RemoteSession& session = sessions_.at(id);
  changed_.wait_for(lock, patience, [&] { return session.end.has_value(); });
  return session.end;
}

void RemoteSessions::close(std::uint64_t id) {
  {
    const std::lock_guard lock(mutex_);
    const auto session = sessions_.find(id);
    if (session == sessions_.end())
      return;
    if (session->second.end) {
      sessions_.erase(session);
      return;
    }
    session->second.is_closed = true;
  }
  kill_(id);
}

void RemoteSessions::ended(std::uint64_t id, HookEnd end) {
  const std::lock_guard lock(mutex_);
  const auto session = sessions_.find(id);
  if (session == sessions_.end())
    return;
  if (session->second.is_closed) {
    sessions_.erase(session);
    return;
  }
  session->second.end = std::move(end);
  changed_.notify_all();
}

} // namespace orrery::hooks
