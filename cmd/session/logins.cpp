#include "cmd/session/logins.hpp"

#include "cmd/session/access.hpp"
#include "cmd/session/password.hpp"

namespace orrery::cmd {

namespace {

constexpr std::size_t key_bytes = 32;

/// The hash that the password is held against; empty: nobody may log in by that name.
std::string hash_of(const std::string& user, const store::Account& account) {
  if (!account.user || account.user->removed || !level_of(user, account))
    return {};
  return account.user->password;
}

} // namespace

Logins::Logins(std::function<Attempts::Clock::time_point()> clock)
  : clock_{std::move(clock)}, key_{random_secret(key_bytes)} {}

bool Logins::check(const std::string& user,
                   const std::string& password,
                   const store::Account& account,
                   uid_t peer) {
  const std::string hash = hash_of(user, account);
  const std::string digest = keyed_digest(key_, hash + '\0' + password);
  {
    const std::lock_guard lock{mutex_};
    const auto known = known_.find(user);
    if (!hash.empty() && known != known_.end() && same_secret(known->second, digest))
      return true;
    if (!attempts_.may_try(user, peer, clock_()))
      return false;
  }
  const bool is_right = is_password(hash, password);
  const std::lock_guard lock{mutex_};
  if (!is_right) {
    attempts_.failed(user, peer, clock_());
    return false;
  }
  attempts_.succeeded(user, peer);
  if (known_.size() >= known_max)
    known_.clear();
  known_[user] = digest;
  return true;
}

} // namespace orrery::cmd
