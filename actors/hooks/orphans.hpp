#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <utility>

namespace orrery::hooks {

/// Programs whose keeper was killed become children of this process, which adopts them. Whoever is
/// a child of ours and neither of our own nor there before is one of them, whatever it calls
/// itself. Where this process is the first of its pid namespace, everybody's orphans are its
/// children: then it ends none. For one thread.
class Orphans {
public:
  /// Adopts from now on. Children that are there already are somebody else's.
  Orphans();

  /// Kills all of them with what is below them, and reaps those that have ended.
  /// @param own children that are none; programs of our own (own_programs.hpp) are none either.
  /// @returns those that are alive still.
  std::set<pid_t> end(const std::set<pid_t>& own);

private:
  std::set<pid_t> end_all_but(const std::set<pid_t>& own);

  using Name = std::pair<pid_t, std::uint64_t>; ///< Of a process for ever: its pid and its start.
  bool adopts_ = false;
  std::set<Name> strangers_;
};

} // namespace orrery::hooks
