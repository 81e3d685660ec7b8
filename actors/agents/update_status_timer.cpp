#include "actors/agents/update_status_timer.hpp"

#include "actors/agents/messages.hpp"

#include <caf/actor_system.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace orrery::agents {

namespace {
/// An interval may have 292 years, of which clocks know nothing.
constexpr std::chrono::hours longest_timer{24 * 30};
} // namespace

UpdateStatusTimer::UpdateStatusTimer(caf::actor_config& config,
                                     runtime::UnderWay& activity,
                                     const runtime::Clock& clock,
                                     UpdateStatus& wheel)
  : CountedActor(config, activity), clock_(clock), wheel_(wheel) {
  stop_process_on_exception("the timer of update-status");
}

caf::behavior UpdateStatusTimer::make_behavior() {
  return {on(&UpdateStatusTimer::turn)};
}

void UpdateStatusTimer::turn(const protocol::TurnWheel& message) {
  if (timer_at_ == message.at)
    timer_at_.reset();
  const auto next = wheel_.turn();
  if (!next || (timer_at_ && *timer_at_ <= *next))
    return;
  timer_at_ = next;
  const std::chrono::milliseconds left{std::max<store::Milliseconds>(0, *next - clock_.now())};
  delayed_send(this, std::min<std::chrono::milliseconds>(left, longest_timer),
               protocol::TurnWheel{*next});
}

caf::actor begin_update_status(ModelServices& model,
                               const ProcessServices& process,
                               CharmHasHook charm_has_hook) {
  model.charm_has_hook = std::move(charm_has_hook);
  caf::actor timer = process.system.spawn<UpdateStatusTimer>(
    std::ref(model.activity()), std::cref(process.clock), std::ref(model.update_status));
  model.update_status.set_timer(timer);
  return timer;
}

} // namespace orrery::agents
