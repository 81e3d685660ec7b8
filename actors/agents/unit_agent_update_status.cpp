#include "actors/agents/unit_agent.hpp"

/// When the unit's hook update-status is due: the wheel keeps the time (UpdateStatus), the mind
/// says whether there is to be one, and runs the hook.
namespace orrery::agents {

/// Reckons the next time from now on: the agent begins to act, and does not only come back from
/// rest (US1).
void UnitAgent::restart_update_status() {
  of_model().update_status.forget(unit());
  awaits_update_status_.reset();
  update_status_since_ = now();
}

/// An agent that has not begun yet looks when it begins.
void UnitAgent::update_status_due(const protocol::UpdateStatusDue&) {
  if (begun_)
    take_update_status();
}

void UnitAgent::take_update_status() {
  if (!of_model().update_status.take(unit()))
    return;
  awaits_update_status_ = false;
  update_status_since_ = now();
  tell(protocol::UpdateStatusDue{});
}

/// Tells the wheel where the unit has come to wait for its next time, or does so no more.
void UnitAgent::await_update_status() {
  if (!mind_.sees_all())
    return;
  const bool awaits = mind_.awaits_update_status();
  if (awaits_update_status_ == awaits)
    return;
  awaits_update_status_ = awaits;
  if (awaits)
    of_model().update_status.await(unit(), update_status_since_);
  else
    of_model().update_status.forget(unit());
}

} // namespace orrery::agents
