#include "cmd/session/attempts.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

std::string key_of_peer(uid_t peer) {
  return " " + std::to_string(peer);
}

std::chrono::seconds back_off_after(std::uint32_t failures) {
  if (failures < Attempts::free_failures)
    return std::chrono::seconds{0};
  constexpr std::uint32_t doublings_max = 6; // 64 s, which is beyond the longest
  const auto doublings = std::min(failures - Attempts::free_failures, doublings_max);
  return std::min(std::chrono::seconds{1U << doublings}, Attempts::longest_back_off);
}

} // namespace

Attempts::Clock::time_point Attempts::open_from(const Failures& failures) {
  return failures.last + back_off_after(failures.count);
}

bool Attempts::is_open(const Key& key, Clock::time_point now) const {
  const auto found = failures_.find(key);
  return found == failures_.end()
         || now - found->second.last >= back_off_after(found->second.count);
}

bool Attempts::may_try(const std::string& user, uid_t peer, Clock::time_point now) const {
  return is_open(user, now) && is_open(key_of_peer(peer), now);
}

void Attempts::note(const Key& key, Clock::time_point now) {
  if (failures_.size() >= kept_max && !failures_.contains(key))
    failures_.erase(
      std::min_element(failures_.begin(), failures_.end(), [](const auto& one, const auto& other) {
        return open_from(one.second) < open_from(other.second);
      }));
  Failures& failures = failures_[key];
  ++failures.count;
  failures.last = now;
}

void Attempts::failed(const std::string& user, uid_t peer, Clock::time_point now) {
  note(user, now);
  note(key_of_peer(peer), now);
}

void Attempts::succeeded(const std::string& user, uid_t peer) {
  failures_.erase(user);
  forgive(peer);
}

void Attempts::forgive(uid_t peer) {
  failures_.erase(key_of_peer(peer));
}

} // namespace orrery::cmd
