#pragma once

#include "actors/rules/decision.hpp"

#include <map>

/// The rules of operations and their tasks (A).
namespace orrery::rules {

/// Everything that an operation knows: its record, its tasks that have not ended, and how others
/// have ended since the process began.
struct OperationState {
  store::Operation record;
  std::map<store::TaskId, store::Task> open;
  std::uint32_t running = 0; ///< Of these.
  bool gone = false;         ///< All have ended.
  std::map<store::TaskId, store::TaskStatus> ended;
};

/// Lines that action-log keeps of a task. Later ones are dropped, and one more tells how many (A8).
inline constexpr std::uint32_t most_task_lines = 1000;

[[nodiscard]] Decision
decide(const OperationState& operation, const Step& step, const Context& context);
/// Takes in one write of a transaction it took part in, or of recovery.
bool absorb(OperationState& operation, const Write& write);

/// The model's part in a new one: it gets its numbers (A1).
[[nodiscard]] Decision enqueue(const store::Model& model,
                               const protocol::EnqueueOperation& wanted,
                               const Context& context);

} // namespace orrery::rules
