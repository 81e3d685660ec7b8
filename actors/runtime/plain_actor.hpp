#pragma once

#include "actors/runtime/activity.hpp"

#include <caf/fwd.hpp>
#include <caf/intrusive/lifo_inbox.hpp>
#include <caf/local_actor.hpp>
#include <caf/mailbox_element.hpp>
#include <caf/resumable.hpp>

namespace orrery::runtime {

/// An actor that handles messages one after the other, for as long as somebody knows it, and does
/// nothing else: its handlers are always the same, it watches nobody, waits for no time, and is not
/// told to end. For what there are a million of: CAF's event_based_actor takes 1,016 bytes and
/// allocates its handlers, this takes 192 (docs/developers/decisions.md 55).
///
/// As with CountedActor each message in its mailbox is a part of the activity until it has been
/// handled. An exception is a bug of ours: the process stops.
class PlainActor : public caf::local_actor,
                   public caf::resumable,
                   public caf::dynamically_typed_actor_base {
public:
  using behavior_type =
    caf::behavior; ///< That it takes any message, for CAF: `spawn` makes a caf::actor of it.

  PlainActor(caf::actor_config& config, Activity& activity);
  ~PlainActor() override;

  using caf::local_actor::enqueue;
  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override;
  void launch(caf::execution_unit* unit, bool lazy, bool hide) override;
  caf::mailbox_element* peek_at_next_mailbox_element() override;
  /// Says what the actor is, for whoever reads that it has failed.
  [[nodiscard]] const char* name() const override = 0;

  resume_result resume(caf::execution_unit* unit, std::size_t most_messages) override;
  void intrusive_ptr_add_ref_impl() override;
  void intrusive_ptr_release_impl() override;

protected:
  using Content = caf::type_erased_tuple;

  /// A table of contents: `return dispatch(message, &Derived::first, &Derived::second);`
  /// @returns whether it knows such messages.
  [[nodiscard]] virtual bool handle(const Content& message) = 0;

  template <class... Handlers>
  [[nodiscard]] bool dispatch(const Content& message, Handlers... handlers) {
    return (handled_by(message, handlers) || ...);
  }

private:
  template <class Derived, class Message>
  bool handled_by(const Content& message, void (Derived::*handler)(const Message&)) {
    if (!message.match_elements<Message>())
      return false;
    (static_cast<Derived*>(this)->*handler)(message.get_as<Message>(0));
    return true;
  }
  void handle_or_stop(caf::mailbox_element& element);
  [[nodiscard]] bool has_next();
  [[nodiscard]] caf::mailbox_element_ptr take_next();

  struct Inbox {
    using mapped_type = caf::mailbox_element;
    using unique_pointer = caf::mailbox_element_ptr;
  };

  Activity& activity_;
  caf::intrusive::lifo_inbox<Inbox> inbox_; ///< The newest first.
  caf::mailbox_element* next_ = nullptr;    ///< Taken out of the inbox, the oldest first.
};

} // namespace orrery::runtime
