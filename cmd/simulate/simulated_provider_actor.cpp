#include "cmd/simulate/simulated_provider_actor.hpp"

#include "cmd/simulate/spectator.hpp"

#include <caf/actor_cast.hpp>

#include <chrono>
#include <utility>

namespace orrery::simulate {

SimulatedProviderActor::SimulatedProviderActor(caf::actor_config& config,
                                               runtime::UnderWay& activity,
                                               SimulatedProvider& provider,
                                               const bool& dead,
                                               std::uint64_t& effects,
                                               const SimulatedClock& clock,
                                               Spectator* spectator)
  : CountedActor(config, activity), provider_(provider), dead_(dead), effects_(effects),
    clock_(clock), spectator_(spectator) {}

caf::behavior SimulatedProviderActor::make_behavior() {
  return {on(&SimulatedProviderActor::asked), on(&SimulatedProviderActor::watch),
          on(&SimulatedProviderActor::due)};
}

void SimulatedProviderActor::watch(const protocol::WatchMachines&) {
  provider_.watch(caf::actor_cast<caf::actor>(current_sender()));
}

void SimulatedProviderActor::asked(const protocol::AskProvider& message) {
  if (dead_)
    return;
  waiting_.push_back(
    {message, caf::actor_cast<caf::actor>(current_sender()), {}, false, runtime::Hold(holds())});
  if (!busy_)
    take_next();
}

void SimulatedProviderActor::take_next() {
  while (!busy_ && !waiting_.empty()) {
    Mishap mishap = provider_.mishap_of(text_of(waiting_.front().asked.task));
    waiting_.front().error = std::move(mishap.error);
    waiting_.front().may_pass = mishap.may_pass;
    if (mishap.takes == 0) {
      carry_out();
      continue;
    }
    busy_ = true;
    delayed_send(this, std::chrono::milliseconds(mishap.takes), TaskDue{++number_});
  }
}

void SimulatedProviderActor::due(const TaskDue& task) {
  if (dead_ || task.number != number_)
    return;
  busy_ = false;
  carry_out();
  take_next();
}

void SimulatedProviderActor::carry_out() {
  const Waiting task = std::move(waiting_.front());
  waiting_.pop_front();
  ++effects_;
  protocol::ProviderDone outcome;
  if (task.error.empty()) {
    outcome = provider_.carry_out(task.asked.task, clock_.host());
  } else {
    outcome.ok = false;
    outcome.error = task.error;
    outcome.may_pass = task.may_pass;
  }
  outcome.ticket = task.asked.ticket;
  if (spectator_ != nullptr)
    spectator_->provided(task.asked.task, outcome);
  provider_.answer(task.client, text_of(task.asked.task), std::move(outcome));
}

} // namespace orrery::simulate
