#include "actors/runtime/plain_actor.hpp"

#include "actors/runtime/fatal.hpp"
#include "actors/runtime/log.hpp"
#include "actors/runtime/race_order.hpp"
#include "actors/runtime/scheduling.hpp"

#include <caf/actor_system.hpp>
#include <caf/scheduler/abstract_coordinator.hpp>

#include <exception>
#include <utility>

namespace orrery::runtime {

PlainActor::PlainActor(caf::actor_config& config, Activity& activity)
  : caf::local_actor(config), activity_(activity) {}

/// A scheduler that stops lets go of actors that have messages.
PlainActor::~PlainActor() {
  while (const caf::mailbox_element_ptr left = take_next())
    activity_.remove();
}

/// Launches nothing: the actor begins with its first message.
void PlainActor::launch(caf::execution_unit*, bool, bool hide) {
  if (!hide)
    register_at_system();
  (void)inbox_.try_block();
  comes_before(this); // its first step
}

void PlainActor::enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) {
  activity_.add();
  comes_before(element.get());
  const WhilePassing here{true};
  if (inbox_.push_front(std::move(element)) != caf::intrusive::inbox_result::unblocked_reader)
    return;
  intrusive_ptr_add_ref(ctrl()); // the scheduler's
  // What is sent in nobody's name comes without its worker.
  if (caf::execution_unit* worker = worker_for(home_system(), unit))
    worker->exec_later(this);
  else
    home_system().scheduler().enqueue(this);
}

bool PlainActor::has_next() {
  if (next_ != nullptr || inbox_.blocked())
    return next_ != nullptr;
  const WhilePassing here{true};
  for (caf::mailbox_element* newest = inbox_.take_head(); newest != nullptr;) {
    auto* const older = static_cast<caf::mailbox_element*>(newest->next);
    newest->next = next_;
    next_ = std::exchange(newest, older);
  }
  return next_ != nullptr;
}

caf::mailbox_element_ptr PlainActor::take_next() {
  if (!has_next())
    return nullptr;
  comes_after(next_);
  caf::mailbox_element_ptr taken{next_};
  next_ = static_cast<caf::mailbox_element*>(next_->next);
  return taken;
}

caf::mailbox_element* PlainActor::peek_at_next_mailbox_element() {
  return has_next() ? next_ : nullptr;
}

PlainActor::resume_result PlainActor::resume(caf::execution_unit* unit, std::size_t most_messages) {
  context(unit);
  const WhilePassing handling{false};
  comes_after(this);
  for (std::size_t handled = 0; handled < most_messages;) {
    if (const caf::mailbox_element_ptr element = take_next()) {
      handle_or_stop(*element);
      ++handled;
      activity_.remove();
    } else if (comes_before(this); inbox_.try_block()) {
      return awaiting_message;
    }
  }
  const bool is_empty = next_ == nullptr;
  comes_before(this); // from here on another thread may take the next step
  return is_empty && inbox_.try_block() ? awaiting_message : resume_later;
}

void PlainActor::handle_or_stop(caf::mailbox_element& element) {
  current_mailbox_element(&element);
  try {
    if (!handle(element.content()))
      log("actors")->error("a message that {} does not know: {}", name(),
                           element.content().stringify());
  } catch (...) {
    stop_process(name(), std::current_exception());
  }
  current_mailbox_element(nullptr);
}

void PlainActor::intrusive_ptr_add_ref_impl() {
  intrusive_ptr_add_ref(ctrl());
}

void PlainActor::intrusive_ptr_release_impl() {
  intrusive_ptr_release(ctrl());
}

} // namespace orrery::runtime
