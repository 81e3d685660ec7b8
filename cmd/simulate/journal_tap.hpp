#pragma once

#include "actors/entities/messages.hpp"
#include "cmd/simulate/seeded_scheduler.hpp"
#include "cmd/simulate/spectator.hpp"

#include <caf/event_based_actor.hpp>

namespace orrery::simulate {

/// Stands before the journal, and tells the spectator of each transaction. Whoever hands one over
/// may lose the processor before and after, as a thread does, and others go on: in one thread
/// handlers alone would be atomic.
class JournalTap final : public caf::event_based_actor {
public:
  JournalTap(caf::actor_config& config,
             caf::actor journal,
             SeededScheduler& scheduler,
             Spectator& spectator,
             const bool& dead);

  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override;

private:
  caf::behavior make_behavior() override;

  caf::actor journal_;
  SeededScheduler& scheduler_;
  Spectator& spectator_;
  const bool& dead_;
};

} // namespace orrery::simulate
