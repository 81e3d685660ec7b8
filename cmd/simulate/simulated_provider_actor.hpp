#pragma once

#include "actors/runtime/counted_actor.hpp"
#include "cmd/simulate/clock.hpp"
#include "cmd/simulate/simulated_provider.hpp"

#include <deque>

namespace orrery::simulate {

class Spectator;

/// A task that takes its time is due.
struct TaskDue {
  std::uint64_t number = 0;
};

/// Gives tasks to the provider, one after the other, until its orchestrator dies.
class SimulatedProviderActor final : public runtime::CountedActor {
public:
  SimulatedProviderActor(caf::actor_config& config,
                         runtime::UnderWay& activity,
                         SimulatedProvider& provider,
                         const bool& dead,
                         std::uint64_t& effects,
                         const SimulatedClock& clock,
                         Spectator* spectator = nullptr);

private:
  caf::behavior make_behavior() override;
  void asked(const protocol::AskProvider& message);
  void watch(const protocol::WatchMachines& wanted);
  void due(const TaskDue& task);
  void take_next();
  void carry_out();

  struct Waiting {
    protocol::AskProvider asked;
    caf::actor client;
    std::string error; ///< As in Mishap.
    bool may_pass = false;
    runtime::Hold hold; ///< A task that waits is under way.
  };
  SimulatedProvider& provider_;
  const bool& dead_;
  std::uint64_t& effects_;
  const SimulatedClock& clock_;
  Spectator* spectator_;
  std::deque<Waiting> waiting_; ///< The first is in hand.
  bool busy_ = false;
  std::uint64_t number_ = 0; ///< Of the task in hand.
};

} // namespace orrery::simulate

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::simulate::TaskDue)
