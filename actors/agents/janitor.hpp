#pragma once

#include "actors/agents/agent.hpp"
#include "actors/agents/ended_operations.hpp"

#include <deque>
#include <optional>
#include <vector>

namespace orrery::agents {

/// Deletes the settings of removed relations in bounded steps; a record tells it after a restart
/// where to go on (C1). Then the history of what was removed long ago, oldest first (C3), and
/// operations that ended longer ago than the model keeps them, or whose results take more room than
/// it gives them (A63): with the beat of the history, each time a number of operations has ended,
/// and, where nothing happens, when the one that ended first is old.
class Janitor final : public Agent {
public:
  /// @param model the model's database, which it only reads.
  Janitor(caf::actor_config& config, const AgentServices& services, const store::Database& model);

private:
  /// Settings, or removed entities, deleted in one transaction.
  static constexpr std::size_t batch = 256;
  /// Operations looked at for one transaction.
  static constexpr std::size_t operations_batch = 16;
  /// Operations counted at once, more than can end from one look to the next.
  static constexpr std::size_t operations_counted = rules::history_beat;
  /// Operations that end before their room is looked at, though the beat has not come: results may
  /// be large, and a beat is many transactions.
  static constexpr std::size_t operations_between_looks = 32;
  /// From when an operation is old until it is looked for: those that ended within that time go
  /// together, and none goes more than an hour late.
  static constexpr store::Milliseconds gathering = store::Milliseconds{30} * 60'000;

  caf::behavior make_behavior() override;
  void recall();
  void due(const protocol::CleanupDue& cleanup);
  void history_due(const protocol::HistoryDue& due);
  void operation_ended(const protocol::OperationEnded& ended);
  void model_configured(const protocol::ModelConfigured& configured);
  void operations_due(const protocol::OperationsDue& due);
  void clean_next();
  void forget_next();
  void forget_operations();
  void await_operations();
  [[nodiscard]] std::optional<store::Milliseconds> kept_operations() const;
  [[nodiscard]] std::vector<store::OperationSeen> old_operations();
  [[nodiscard]] std::vector<store::OperationSeen> excess_operations();
  [[nodiscard]] protocol::DeleteBags next_batch(store::RelationId relation) const;

  const store::Database& model_;
  std::deque<store::RelationId> waiting_; ///< Each has a record in the store; a name costs little.
  store::Key cleaned_;                    ///< Of the first of `waiting_`: what is less has gone.
  std::uint64_t forget_before_ = 0; ///< What ended before this transaction goes; 0: nothing does.
  std::uint64_t forgotten_ = 0;     ///< What ended before this one has gone.
  EndedOperations ended_;
  std::size_t ended_since_look_ = 0; ///< Operations that have ended since their room was looked at.
  bool operations_due_ = false;      ///< Old ones may be there, or too many.
  /// When the one ended that ended first, as far as it is known; nothing: none is there.
  std::optional<store::Milliseconds> first_end_;
  bool recalled_ = false; ///< What an earlier one was told of has been read.
  bool busy_ = false;
};

} // namespace orrery::agents
