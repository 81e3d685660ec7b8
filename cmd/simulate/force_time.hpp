#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/simulate/coverage.hpp"
#include "cmd/simulate/findings.hpp"
#include "cmd/simulate/ledger.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace orrery::simulate {

/// Holds against F5 how long a forced removal takes once nobody's messages wait: when its
/// --max-wait has passed it is a matter of seconds, lost machines, failing hooks and clocks that
/// are set notwithstanding. All times are of a clock that nobody sets.
class ForceTime {
public:
  explicit ForceTime(Findings& findings) : findings_(findings) {}

  void asked(std::uint64_t ticket, const protocol::Command& command);
  void answered(const protocol::Answer& answer,
                const store::Contents& contents,
                store::Milliseconds now);
  /// Answers that are still to come are lost.
  void process_died() { asked_.clear(); }
  /// A trouble that takes its own time gives all that are forced that much more.
  void struck(Trouble trouble, store::Milliseconds now);
  /// The process began again, with its clock that much further, or back if less than 0: what is due
  /// by that clock is due earlier or later, but no later than if it had been asked
  /// for once the process has begun, which takes a moment of its own.
  void clock_jumped(store::Milliseconds now, store::Milliseconds by);
  void applied(const Applied& transaction, store::Milliseconds now);

  /// From now on every message is handled before time passes.
  void rest_begins(store::Milliseconds now);
  /// All rests: what was forced is gone.
  void rest_ends();

private:
  using Entity = std::pair<store::EntityKind, std::string>; ///< Of machines and relations the id.
  struct Forced {
    Entity entity;
    store::Milliseconds max_wait = 0;
  };
  struct Due {
    store::Milliseconds max_wait = 0;
    store::Milliseconds waited = 0; ///< When its --max-wait is over.
    store::Milliseconds by = 0;     ///< While all rests: when it must be gone.
  };
  [[nodiscard]] static std::optional<Forced> forced_by(const protocol::Command& command);

  Findings& findings_;
  std::map<std::uint64_t, Forced> asked_; ///< By ticket.
  std::map<Entity, Due> due_;
  bool resting_ = false;
};

} // namespace orrery::simulate
