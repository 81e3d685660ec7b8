#pragma once

#include "actors/entities/entity.hpp"
#include "actors/entities/observers.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>
#include <utility>

namespace orrery::entities {

/// What machines, units and applications do alike: they decide by the rules of their kind, keep what was decided, and
/// tell every observer all that they show. `State` is what such an entity knows.
template <class State>
class ObservedEntity : public Entity {
public:
  ObservedEntity(caf::actor_config& config, Services& services, State state)
    : Entity(config, services), state_(std::move(state)) {}

protected:
  /// What observers are told.
  [[nodiscard]] virtual caf::message seen() const = 0;
  [[nodiscard]] virtual rules::Who who() const = 0;
  [[nodiscard]] const State& state() const { return state_; }

  void observe(const protocol::Observe&) {
    observers_.add(sender());
    deliver(sender(), seen());
  }
  void unobserve(const protocol::Unobserve&) { observers_.remove(sender()); }

private:
  rules::Decision decide(const rules::Step& step, const rules::Context& context) final {
    rules::Decision decision = rules::decide(state_, step, context);
    assert(rules::keeps_to_tables(state_, decision.writes));
    return decision;
  }

  void take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) final {
    bool notable = false;
    for (const rules::Write& write : writes)
      notable |= rules::absorb(state_, write);
    if (notable && !observers_.empty())
      observers_.tell(outbox, seen());
    if (state_.gone)
      services().directory.remove(who(), id());
  }

  State state_;
  Observers observers_;
};

} // namespace orrery::entities
