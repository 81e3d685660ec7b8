#pragma once

#include "actors/agents/model_services.hpp"
#include "actors/agents/process_services.hpp"
#include "actors/protocol/agents.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <optional>

namespace orrery::agents {

/// Turns the wheel of update-status when its earliest time has come. One timer, for that time; none
/// while nothing waits. Nobody takes timers back: where an earlier time comes into the wheel, that
/// for the later one finds nothing to do.
class UpdateStatusTimer final : public runtime::CountedActor {
public:
  /// The clock and the wheel must outlive it.
  UpdateStatusTimer(caf::actor_config& config,
                    runtime::UnderWay& activity,
                    const runtime::Clock& clock,
                    UpdateStatus& wheel);

private:
  caf::behavior make_behavior() override;
  void turn(const protocol::TurnWheel& message);

  const runtime::Clock& clock_;
  UpdateStatus& wheel_;
  std::optional<store::Milliseconds> timer_at_; ///< Of the earliest timer that is set.
};

/// Begins the model's timer, before anybody rests: from then on times are kept.
/// @param charm_has_hook as ModelServices::charm_has_hook
/// @returns the timer, which others need not know.
caf::actor begin_update_status(ModelServices& model,
                               const ProcessServices& process,
                               CharmHasHook charm_has_hook);

} // namespace orrery::agents
