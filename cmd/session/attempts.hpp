#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace orrery::cmd {

/// Counts failed logins, and says when the next may be tried: a few at once, then after a back-off
/// that doubles. Each counts for its user, who has a name and a password, wherever it comes from,
/// and for the user of the system who tried, whomever he tried as. Used by one thread at a time.
class Attempts {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t free_failures = 3; ///< Before there is a back-off.
  static constexpr std::chrono::seconds longest_back_off{60};
  static constexpr std::size_t kept_max =
    1024; ///< Entries; beyond, one goes whose back-off ends first.

  /// Tells whether a password may be tried now.
  [[nodiscard]] bool may_try(const std::string& user, uid_t peer, Clock::time_point now) const;
  void failed(const std::string& user, uid_t peer, Clock::time_point now);
  [[nodiscard]] std::size_t kept() const { return failures_.size(); }
  void succeeded(const std::string& user, uid_t peer);
  void forgive(uid_t peer);

private:
  /// A user's name, or the number of a peer's user behind a blank, which no name has.
  using Key = std::string;
  struct Failures {
    std::uint32_t count = 0;
    Clock::time_point last{};
  };

  /// Returns when the next try may be made.
  [[nodiscard]] static Clock::time_point open_from(const Failures& failures);
  [[nodiscard]] bool is_open(const Key& key, Clock::time_point now) const;
  void note(const Key& key, Clock::time_point now);

  std::map<Key, Failures> failures_;
};

} // namespace orrery::cmd
