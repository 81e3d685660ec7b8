#pragma once

#include "cmd/simulate/findings.hpp"
#include "store/records.hpp"

#include <map>
#include <string>

namespace orrery::simulate {

/// Holds against W2 how long anybody waits, whatever clocks are set to meanwhile: no timer is set
/// for longer than the longest wait that there is, and a failed hook's next try is told for no
/// later than the back-off for so many tries.
class WaitTime {
public:
  /// A storage's next try after many (ST37); else a hook's deadline, a command's, a --max-wait as
  /// the operator draws it, which are shorter.
  static constexpr store::Milliseconds longest = 30 * 60'000;

  explicit WaitTime(Findings& findings) : findings_(findings) {}

  /// A process begins upon these statuses: what the one before has told last may be lost.
  void process_began(const std::map<std::string, store::UnitStatus>& statuses);
  /// A unit's status has been written. @param now by the clock of the process that tells it
  void told(const store::UnitStatus& status, store::Milliseconds now);
  /// Time is about to pass. @param longest_timer in milliseconds, until the last timer is due
  void passes(store::Milliseconds longest_timer);

private:
  Findings& findings_;
  std::map<std::string, store::HookError> told_; ///< By unit, as last told.
};

} // namespace orrery::simulate
