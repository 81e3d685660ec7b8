#include "cmd/simulate/journal_tap.hpp"

#include <caf/actor_cast.hpp>
#include <caf/mailbox_element.hpp>

#include <utility>

namespace orrery::simulate {

JournalTap::JournalTap(caf::actor_config& config,
                       caf::actor journal,
                       SeededScheduler& scheduler,
                       Spectator& spectator,
                       const bool& dead)
  : event_based_actor(config), journal_(std::move(journal)), scheduler_(scheduler),
    spectator_(spectator), dead_(dead) {}

/// Whoever else comes in between is told first: it is written first.
void JournalTap::enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) {
  const bool has_token = !dead_ && element->content().match_elements<entities::Append>();
  if (has_token) {
    scheduler_.preempt();
    spectator_.decided(*element->content().get_as<entities::Append>(0).token);
  }
  caf::actor_cast<caf::abstract_actor*>(journal_)->enqueue(std::move(element), unit);
  if (has_token)
    scheduler_.preempt();
}

caf::behavior JournalTap::make_behavior() {
  return {[](const entities::Append&) {}};
}

} // namespace orrery::simulate
