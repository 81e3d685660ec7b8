#pragma once

#include "cmd/simulate/user_tasks.hpp"
#include "cmd/simulate/world.hpp"

#include <string>

namespace orrery::test {

using simulate::make_charm;
using simulate::SimulatedHooks;
using simulate::SimulatedProvider;

/// A simulated world that has begun; what it finds wrong are failures of the test.
class SimulatedWorld : public simulate::World {
public:
  /// @param history_kept for how many transactions it knows of what was removed (C3)
  /// @param idle_agents so many agents of units stay although they have nothing to do
  /// @param update_status that hook comes when its time has come
  explicit SimulatedWorld(std::uint64_t seed = 1,
                          std::uint64_t history_kept = rules::history_kept,
                          std::uint32_t idle_agents = 4096,
                          bool update_status = false);
  /// Upon that disk, which outlives it, and with the machines, hooks and time that the other one
  /// left when its process ended (null: none). Its process has begun, and handled no message.
  SimulatedWorld(store::SimulatedDisk& disk, const SimulatedWorld* before, std::uint64_t seed);

  /// The next command of that cause which visits the entity first starts over too often (L8).
  void contend(const rules::Who& who, const std::string& cause);
  /// How many commands have ended so.
  [[nodiscard]] int contended() const { return contended_; }
  /// A user runs a command at a unit or at `machine 3`; handles no message.
  /// @returns its ticket
  std::uint64_t exec(const std::string& whose) { return start(simulate::exec_at(whose)); }
  /// The task of the operation that was asked for by that ticket.  @pre there is one
  [[nodiscard]] store::Task task(std::uint64_t ticket) const;
  /// Says whether there is one, and it has ended.
  [[nodiscard]] bool has_ended(std::uint64_t ticket) const;
  /// How it has ended: `completed`, `failed: exit status 1`; `running` and so on if it has not.
  [[nodiscard]] std::string end_of(std::uint64_t ticket) const;
  /// There must be one: see World.
  void fail_agent(const std::string& task);
  /// As by an exception; the supervisor begins another.
  void fail_janitor();
  void fail_forcer();
  /// A store in which nothing but the model, charms, sequences and machines is left.
  void expect_nothing_left() const;

private:
  int contended_ = 0;
};

} // namespace orrery::test
