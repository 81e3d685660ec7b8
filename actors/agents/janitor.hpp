#pragma once

#include "actors/agents/agent.hpp"
#include "actors/agents/ended_operations.hpp"

#include <deque>

namespace orrery::agents {

/// Deletes the settings of removed relations in bounded steps; a record tells it after a restart
/// where to go on (C1). Then the history of what was removed long ago, oldest first (C3), and
/// operations that ended longer ago than the model keeps them, or whose results take more room than
/// it gives them (A63).
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

  caf::behavior make_behavior() override;
  void recall();
  void due(const protocol::CleanupDue& cleanup);
  void history_due(const protocol::HistoryDue& due);
  void clean_next();
  void forget_next();
  void forget_operations();
  [[nodiscard]] std::vector<store::OperationSeen> old_operations();
  [[nodiscard]] std::vector<store::OperationSeen> excess_operations();
  [[nodiscard]] protocol::DeleteBags next_batch(store::RelationId relation) const;

  const store::Database& model_;
  std::deque<store::RelationId> waiting_; ///< Each has a record in the store; a name costs little.
  store::Key cleaned_;                    ///< Of the first of `waiting_`: what is less has gone.
  std::uint64_t forget_before_ = 0; ///< What ended before this transaction goes; 0: nothing does.
  std::uint64_t forgotten_ = 0;     ///< What ended before this one has gone.
  EndedOperations ended_;
  bool operations_due_ = false; ///< Old ones may be there.
  bool recalled_ = false;       ///< What an earlier one was told of has been read.
  bool busy_ = false;
};

} // namespace orrery::agents
