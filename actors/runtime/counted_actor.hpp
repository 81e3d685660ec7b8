#pragma once

#include "actors/runtime/activity.hpp"
#include "actors/runtime/hold.hpp"

#include <caf/event_based_actor.hpp>

#include <atomic>
#include <exception>
#include <utility>

namespace orrery::runtime {

/// Base of all our actors: every message in its mailbox is a part of the activity until it has been
/// handled, and so is its own beginning.
///
/// Behaviors are tables of contents: `return {on(&Derived::first), on(&Derived::second)}`.
class CountedActor : public caf::event_based_actor {
public:
  CountedActor(caf::actor_config& config, UnderWay& activity);

  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override;
  void launch(caf::execution_unit* unit, bool lazy, bool hide) override;
  void initialize() override;
  void on_exit() override;
  /// Tells who monitors it; what was in its mailbox is a part of the activity until they have been
  /// told, and so is what it held.
  bool cleanup(caf::error&& reason, caf::execution_unit* host) override;

protected:
  /// For parts that go on without this actor: a token's is given back by its journal.
  [[nodiscard]] UnderWay& activity() const { return activity_; }
  /// For parts that this actor gives back itself; those that it has left end with it.
  [[nodiscard]] Holds& holds() { return holds_; }

  /// For actors that nobody could begin anew from records alone (stop_process).
  void stop_process_on_exception(const char* what_it_is);

  /// While a message is handled: whether no other has come since.
  [[nodiscard]] bool is_last_message() const { return waiting_.load() == 1; }

  /// From now on only waits for the end of other actors: all messages are let go of. Unlike a
  /// message that an actor does not know, which comes back to its sender as an error, they are no
  /// mistake.
  void take_no_messages();

  /// A message handler that calls a member function.
  template <class Derived, class Message>
  auto on(void (Derived::*member)(const Message&)) {
    return [this, member](const Message& message) {
      const Handled handled(*this);
      (static_cast<Derived*>(this)->*member)(message);
    };
  }

  /// Makes a handler of a member function of a part of the actor.
  template <class Part, class Message>
  auto on(Part& part, void (Part::*member)(const Message&)) {
    return [this, &part, member](const Message& message) {
      const Handled handled(*this);
      (part.*member)(message);
    };
  }

  /// For down handlers of derived classes: does `what`, then takes the message out of the activity.
  template <class What>
  void handle_down(What what) {
    const Handled handled(*this);
    what();
  }

private:
  /// Takes the message in hand out of the activity, whatever way its handler ends. One that ends
  /// the actor stays in it until those who monitor the actor have been told.
  struct Handled {
    explicit Handled(CountedActor& self) : self_(self) {}
    Handled(const Handled&) = delete;
    Handled& operator=(const Handled&) = delete;
    ~Handled() {
      if (self_.alive() && std::uncaught_exceptions() == uncaught_)
        self_.handled();
    }
    CountedActor& self_;
    int uncaught_ = std::uncaught_exceptions();
  };
  void handled();

  UnderWay& activity_;
  Holds holds_{activity_};
  bool beginning_ = false; ///< Scheduled for the first time, without a message.
  std::atomic<std::int64_t> waiting_{
    0}; ///< Messages counted and not handled; negative once the mailbox is closed.
  std::int64_t left_ = 0; ///< Those that were in it when it was closed.
};

} // namespace orrery::runtime
