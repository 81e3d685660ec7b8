#pragma once

#include "actors/agents/fair_queue.hpp"
#include "actors/agents/roster.hpp"
#include "actors/runtime/brief_mutex.hpp"

#include <caf/actor_addr.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace orrery::agents {

/// To who deploys a unit: there is a place for its agent.
struct MayBegin {
  std::string unit;
};

/// Bounds how many agents of units that rested begin at once: a removal of 100,000 units has
/// something to do for all of them, and that all are there at once would help none. A unit has a
/// place from before its agent begins until that waits for anything but the model, its notes or its
/// provider; so no place waits for another. One for all models of a process, which share the places
/// (FairQueue); units of two models may have the same name, so each is known with its model's
/// roster. For any thread.
class Beginnings {
public:
  /// Sets how many may begin at once, at least one.
  void set_most(std::size_t most);
  /// @param deployer is sent MayBegin later where there is no place now, and takes or withdraws it
  /// then.
  /// @param first before those of its model that do not ask so: somebody who has begun waits for
  /// it.
  /// @returns whether the unit has a place now.
  [[nodiscard]] bool take_place(const Roster& model,
                                const std::string& unit,
                                const caf::actor_addr& deployer,
                                bool first);
  /// The unit's agent waits, or has ended. Nothing where it has no place.
  void give_back(const Roster& model, const std::string& unit);
  /// The unit's agent is not to begin now: it neither has a place nor waits for one.
  void withdraw(const Roster& model, const std::string& unit);
  /// Returns how many have a place.
  [[nodiscard]] std::size_t count() const;

private:
  struct Key {
    const Roster* model = nullptr; ///< Compared only.
    std::string unit;
    bool operator==(const Key&) const = default;
  };
  struct HashOfKey {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string>{}(key.unit) ^ std::hash<const Roster*>{}(key.model);
    }
  };
  using Queue = FairQueue<const Roster*, Key>;
  struct Waiting {
    Queue::Ticket ticket;
    caf::actor_addr deployer;
  };
  void leave(const Key& unit);
  void fill();

  mutable runtime::BriefMutex mutex_;
  std::size_t most_ = 1024;
  std::unordered_set<Key, HashOfKey> places_;           ///< Whose they are.
  std::unordered_map<Key, Waiting, HashOfKey> waiting_; ///< Bounded by the models' units.
  Queue queue_;                                         ///< Of those that wait.
};

} // namespace orrery::agents
