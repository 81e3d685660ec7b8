#pragma once

#include "actors/entities/messages.hpp"
#include "actors/entities/services.hpp"
#include "actors/rules/decision.hpp"
#include "actors/runtime/plain_actor.hpp"

#include <functional>
#include <list>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::entities {

/// Base of all entities: they take part in transactions, one at a time while locked, and tell
/// observers (docs/developers/architecture.md, "How a transaction runs"). What they decide is in
/// rules/; what they know is the derived class's.
class Entity : public runtime::PlainActor {
public:
  Entity(caf::actor_config& config, Services& services)
    : PlainActor(config, services.activity), services_(services) {}

  [[nodiscard]] const char* name() const final { return "an entity"; }

  /// Lets the transaction that creates this entity hold it until it is in the journal.
  /// @pre nobody else knows this actor yet.
  void hold_newborn(TokenPtr token) {
    holding_ = std::move(token);
    waiting().newborn = true;
  }

protected:
  /// The pure rule for this kind of entity.
  [[nodiscard]] virtual rules::Decision decide(const rules::Step& step,
                                               const rules::Context& context) = 0;
  /// Takes in all writes of a committed transaction, and adds what observers are to be told.
  virtual void take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) = 0;

  void arrive(const Arrive& message);
  void decided(const Decided& message);

  /// Has `read` show what this entity knows: now, or once the transaction that holds it has ended.
  /// Whoever asks may have been told of that end before this entity, and must not be shown what was
  /// before it (L7).
  template <class Read>
  void when_free(Read read) {
    if (holding_)
      waiting().reads.emplace_back(std::move(read));
    else
      read();
  }

  [[nodiscard]] Services& services() const { return services_; }
  /// Sends once everything this entity has shown so far is on disk.
  void deliver(caf::actor to, caf::message what);
  [[nodiscard]] caf::actor sender() const;
  /// The unit in whose name somebody asks; the sender where that is empty.
  [[nodiscard]] Recipient recipient(const std::string& acting_for) const;

private:
  /// Messages that came while this entity was locked, which it rarely is for long.
  struct Waiting {
    std::list<TokenPtr> tokens; ///< Bounded by the transactions in flight.
    std::vector<std::function<void()>>
      reads;              ///< Bounded by those who ask, each of whom waits for its answer.
    bool newborn = false; ///< Held by the transaction that creates it, and knows its writes.
  };

  [[nodiscard]] Waiting& waiting();
  void visit(const TokenPtr& token);
  void conclude(const TokenPtr& token);
  void tell_forcer(Token& token) const;
  void unlock();

  Services& services_;
  TokenPtr holding_;                 ///< The transaction that has locked this entity.
  std::unique_ptr<Waiting> waiting_; ///< Null: nobody waits.
};

} // namespace orrery::entities
