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

bool Logins::is_known(const std::string& user, const std::string& digest) const {
  const auto known = known_.find(user);
  return known != known_.end() && same_secret(known->second, digest);
}

bool Logins::check(const std::string& user,
                   const std::string& password,
                   const store::Account& account,
                   uid_t peer) {
  const std::string hash = hash_of(user, account);
  const std::string digest = keyed_digest(key_, hash + '\0' + password);
  const auto is_right_again = [&] {
    const std::lock_guard lock{mutex_};
    return !hash.empty() && is_known(user, digest);
  };
  if (is_right_again())
    return true;
  // Whoever tries at the same time waits here: what failed before counts for each try.
  const std::lock_guard turn{turn_};
  if (is_right_again())
    return true;
  const std::string tried =
    user + '\n' + hash; // what failed before another password was set is over
  if (!attempts_.may_try(tried, peer, clock_()))
    return false;
  if (!is_password(hash, password)) {
    attempts_.failed(tried, peer, clock_());
    return false;
  }
  attempts_.succeeded(tried, peer);
  const std::lock_guard lock{mutex_};
  if (known_.size() >= known_max)
    known_.clear();
  known_[user] = digest;
  return true;
}

void Logins::forgive(uid_t peer) {
  const std::lock_guard turn{turn_};
  attempts_.forgive(peer);
}

} // namespace orrery::cmd
