#pragma once

#include "cmd/session/attempts.hpp"
#include "store/accounts.hpp"

#include <sys/types.h>

#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace orrery::cmd {

/// The error of each refused login, whatever was wrong with it (UR3).
inline constexpr const char* login_refused = "invalid entity name or password";

/// Holds passwords against the records of users, for all sessions of a process. For any thread.
///
/// Each verb is a login of its own, so a password that was right is known again by a digest under a
/// key that lives only as long as the process: it costs no hash, and no back-off, until the user's
/// record has another password.
class Logins {
public:
  explicit Logins(std::function<Attempts::Clock::time_point()> clock = Attempts::Clock::now);
  /// Tells whether the account's user may log in with that password. The first user may once he has
  /// one.
  /// @param user in lower case.  @param peer user of the system who asks.
  [[nodiscard]] bool check(const std::string& user,
                           const std::string& password,
                           const store::Account& account,
                           uid_t peer);
  /// Forgets what that user of the system has tried in vain: a registration has told who asks. What
  /// was tried as a user counts for that password of his alone, and is over with the next one.
  void forgive(uid_t peer);

private:
  static constexpr std::size_t known_max = 1024; ///< Users; beyond, all are hashed anew.

  [[nodiscard]] bool is_known(const std::string& user, const std::string& digest) const;

  std::function<Attempts::Clock::time_point()> clock_;
  std::mutex turn_;   ///< Of a try, while a password is hashed; taken before `mutex_`.
  Attempts attempts_; ///< Of whoever has the turn.
  std::string key_;
  std::mutex mutex_; ///< Over `known_`, and never held while a password is hashed.
  std::map<std::string, std::string> known_; ///< Digests by user, of hash and password.
};

} // namespace orrery::cmd
