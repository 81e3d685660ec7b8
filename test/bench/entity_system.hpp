#pragma once

#include "actors/entities/services.hpp"
#include "test/bench/counting_database.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::bench {

/// What each transaction wrote, as it came to the journal.
using Recording = std::vector<std::vector<store::Change>>;

enum class Threads {
  AsServed, ///< Two workers, and the journal on a thread of its own.
  One,      ///< All in the caller's, while it runs: counts repeat themselves.
};

/// The real entities and their journal upon a store, without agents.
class EntitySystem {
public:
  /// @param database holds the model already.
  /// @param recording gets what every transaction writes, which costs time; null: nothing is
  /// recorded.
  explicit EntitySystem(store::Database& database,
                        Threads threads = Threads::AsServed,
                        Recording* recording = nullptr);
  ~EntitySystem() { end(); }
  EntitySystem(const EntitySystem&) = delete;
  EntitySystem& operator=(const EntitySystem&) = delete;

  [[nodiscard]] entities::Services& services() { return *services_; }
  [[nodiscard]] caf::actor_system& system() { return *system_; }
  [[nodiscard]] Threads threads() const { return threads_; }
  [[nodiscard]] runtime::Activity& activity() { return activity_; }
  /// The model's; a store begins with some transactions.
  [[nodiscard]] const CountingDatabase& database() const { return database_; }
  /// Ends all actors that it has begun; whoever has begun others has ended them.
  void end();
  /// With one thread: handles messages, first come first served, until there are none.
  void run();
  /// How many messages run() has handled.
  [[nodiscard]] std::uint64_t handled() const { return handled_; }

private:
  Threads threads_;
  CountingDatabase database_;
  std::uint64_t handled_ = 0;
  runtime::Activity activity_;
  runtime::WallClock clock_;
  caf::actor_system_config config_;
  std::unique_ptr<caf::actor_system> system_;
  std::unique_ptr<entities::Services> services_;
  caf::actor journal_;
  caf::actor recorder_;
};

} // namespace orrery::bench
