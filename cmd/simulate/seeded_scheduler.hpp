#pragma once

#include <caf/actor.hpp>
#include <caf/actor_clock.hpp>
#include <caf/detail/simple_actor_clock.hpp>
#include <caf/fwd.hpp>
#include <caf/scheduler/test_coordinator.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <set>

namespace orrery::simulate {

/// Runs all actors in the calling thread, one message at a time, in an order that the seed decides.
class SeededScheduler final : public caf::scheduler::test_coordinator {
public:
  /// Is told of each message, and of who is about to handle it.
  using Listener = std::function<void(const caf::abstract_actor&, const caf::mailbox_element&)>;

  SeededScheduler(caf::actor_system& system, std::uint64_t seed);

  /// From now on this seed decides.
  void begin_anew(std::uint64_t seed) { random_.seed(seed); }
  /// One message of one actor. @returns false if nobody has any.
  bool step();
  /// A few messages of others, in the midst of one's handling.
  void preempt();
  /// Until nobody has a message. @returns false if that does not come.
  bool run_until_quiet();
  /// Lets this actor handle nothing until `release()`, beside those that are withheld already.
  void withhold(const caf::actor& actor);
  void release() { withheld_.clear(); }
  /// Nobody awaits that actor's timers.
  void await_no_timers_of(const caf::actor& actor) { unawaited_.insert(actor.id()); }
  /// When the next timer is due that is awaited; nothing: none is set.
  [[nodiscard]] std::optional<caf::actor_clock::time_point> next_awaited_timer();
  /// When the last one is.
  [[nodiscard]] std::optional<caf::actor_clock::time_point> last_awaited_timer();
  [[nodiscard]] std::size_t awaited_timers();
  /// Replaces the listener before it; empty: nobody listens.
  void listen(Listener listener) { listener_ = std::move(listener); }

private:
  [[nodiscard]] std::uint64_t runnable();
  void tell_listener();
  [[nodiscard]] bool is_awaited(const caf::detail::simple_actor_clock::delayed_event& timer) const;

  std::mt19937_64 random_;
  Listener listener_;
  int preempted_ = 0; ///< How many handlers wait for others.
  std::set<const caf::resumable*> withheld_;
  std::set<caf::actor_id> unawaited_;
};

} // namespace orrery::simulate
