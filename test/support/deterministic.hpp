#pragma once

#include "actors/entities/services.hpp"
#include "actors/runtime/clock.hpp"
#include "cmd/simulate/seeded_scheduler.hpp"
#include "test/support/watched_database.hpp"
#include "test/support/world.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <rocksdb/env.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace orrery::test {

using simulate::SeededScheduler;

/// Time that stands still unless a test moves it.
class StandingClock final : public runtime::Clock {
public:
  [[nodiscard]] store::Milliseconds now() const override { return now_; }
  void set(store::Milliseconds now) { now_ = now; }

private:
  store::Milliseconds now_ = 1'000;
};

/// The real entities and their journal upon a store in memory, in one thread, every message's turn
/// decided by a seed. Whenever it has settled, all invariants must hold on disk.
class DeterministicSystem {
public:
  explicit DeterministicSystem(const World& world, std::uint64_t seed = 1);
  ~DeterministicSystem();
  DeterministicSystem(const DeterministicSystem&) = delete;
  DeterministicSystem& operator=(const DeterministicSystem&) = delete;

  /// Runs one command until everything it caused is over. @returns its answer.
  protocol::Answer run(const protocol::Command& command);
  /// Begins a command. @returns its ticket.
  std::uint64_t start(const protocol::Command& command);
  /// Runs until nothing is left to do; then every invariant must hold, and nothing may be
  /// unanswered.
  void settle();
  /// Ends every actor, and begins anew from what the store holds.
  void restart();

  [[nodiscard]] bool answered(std::uint64_t ticket) const { return answers_.contains(ticket); }
  [[nodiscard]] const protocol::Answer& answer(std::uint64_t ticket) const {
    return answers_.at(ticket);
  }
  [[nodiscard]] std::size_t answers() const { return answers_.size(); }
  [[nodiscard]] store::Contents contents() const;
  [[nodiscard]] WatchedDatabase& database() { return *database_; }
  [[nodiscard]] entities::Services& services() { return *services_; }
  [[nodiscard]] caf::actor_system& system() { return *system_; }
  [[nodiscard]] SeededScheduler& scheduler() { return *scheduler_; }
  [[nodiscard]] StandingClock& clock() { return clock_; }
  [[nodiscard]] const caf::actor& journal() const { return journal_; }
  [[nodiscard]] runtime::Activity& activity() { return activity_; }
  [[nodiscard]] std::size_t faults() const { return faults_; }

private:
  void open();
  void write(const store::Contents& contents);
  void begin_actors();
  void end_actors();

  std::uint64_t seed_;
  std::unique_ptr<rocksdb::Env> disk_;
  StandingClock clock_;
  runtime::Activity activity_;
  std::unique_ptr<WatchedDatabase> database_;
  std::unique_ptr<caf::actor_system_config> config_;
  std::unique_ptr<caf::actor_system> system_;
  SeededScheduler* scheduler_ = nullptr; ///< A module of the system's.
  std::unique_ptr<entities::Services> services_;
  caf::actor journal_;
  caf::actor client_;
  std::uint64_t last_ticket_ = 0;
  std::map<std::uint64_t, protocol::Answer> answers_;
  std::size_t faults_ = 0;
};

} // namespace orrery::test
