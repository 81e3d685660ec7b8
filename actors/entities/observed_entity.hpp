#pragma once

#include "actors/entities/entity.hpp"
#include "actors/entities/observers.hpp"
#include "actors/rules/transitions.hpp"

#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace orrery::entities {

/// Base of machines, units and applications: they decide by the rules of their kind, keep
/// what was decided, and tell every observer all that they show. `State` is what such an entity
/// knows.
template <class State>
class ObservedEntity : public Entity {
public:
  ObservedEntity(caf::actor_config& config, Services& services, State state)
    : Entity(config, services), state_(std::move(state)) {}

  /// Units whose agents would ask to be told, were they there.
  /// @pre nobody else knows this actor yet.
  void tell_from_the_start(const std::vector<std::string>& units) {
    for (const std::string& unit : units)
      observers_.add(Recipient(unit));
  }

protected:
  /// Makes the message for observers.  @param answers their look, or protocol::a_change
  [[nodiscard]] virtual caf::message seen(std::uint64_t answers) const = 0;
  [[nodiscard]] virtual rules::Who who() const = 0;
  [[nodiscard]] const State& state() const { return state_; }

  /// The unit that is told of every change without having asked; null: there is none.
  [[nodiscard]] virtual const std::string* own_unit() const { return nullptr; }
  /// A transaction has been taken in.
  /// @param all_told every observer is told what this entity shows now.
  virtual void took_in(const rules::Writes& writes, bool all_told, std::vector<Delivery>& outbox) {
    (void)writes;
    (void)all_told;
    (void)outbox;
  }
  [[nodiscard]] const Observers& observers() const { return observers_; }
  /// Takes in what another entity has written and what is on disk by now.
  void take_over(const rules::Write& write) { rules::absorb(state_, write); }

  void observe(const protocol::Observe& message) {
    if (own_unit() == nullptr || message.acting_for != *own_unit())
      observers_.add(recipient(message.acting_for));
    when_free([this, asker = sender(), look = message.look] { deliver(asker, seen(look)); });
  }
  void unobserve(const protocol::Unobserve& message) {
    observers_.remove(recipient(message.acting_for));
  }

private:
  rules::Decision decide(const rules::Step& step, const rules::Context& context) final {
    rules::Decision decision = rules::decide(state_, step, context);
    assert(rules::keeps_to_tables(state_, decision.writes));
    return decision;
  }

  void take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) final {
    bool notable = false;
    bool concerns_own_only = false;
    for (const rules::Write& write : writes) {
      const bool is_task = own() != nullptr && std::holds_alternative<store::Task>(write.record);
      (is_task ? concerns_own_only : notable) |= rules::absorb(state_, write);
      if (const auto* unit = std::get_if<store::Unit>(&write.record);
          unit != nullptr && write.deleted)
        observers_.remove(Recipient(unit->name)); // its agent may not have been there to say so
    }
    if (notable || concerns_own_only)
      tell(outbox, notable);
    took_in(writes, notable, outbox);
    if (state_.gone)
      services().directory.remove(who(), id());
  }

  /// The unit that is told by itself; null: all who are told have asked.
  [[nodiscard]] const std::string* own() const {
    return services().transactions.post() == nullptr ? nullptr : own_unit();
  }

  /// @param all not the own unit alone, whose tasks concern nobody else
  void tell(std::vector<Delivery>& outbox, bool all) const {
    if (own() == nullptr && observers_.empty())
      return;
    const caf::message what = seen(protocol::a_change);
    if (all)
      observers_.tell(outbox, what);
    if (own() != nullptr)
      outbox.push_back({Recipient(*own()), what});
  }

  State state_;
  Observers observers_;
};

} // namespace orrery::entities
