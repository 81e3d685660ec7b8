#pragma once

#include "actors/protocol/user_commands.hpp"
#include "store/operations.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::test {

/// Operations in the place of those that agents would run: each task ends at once, as it was told.
class FakeOperations {
public:
  /// 2026-08-22 10:00:00 UTC; a task starts a second later and ends after another.
  static constexpr std::int64_t enqueued_at = 1'787'392'800'000;
  using ById = std::map<store::TaskId, store::OperationSeen>;

  /// Sets how tasks of that receiver (`db/0`, `3`) end: status, message, results. Others succeed,
  /// and commands print their script.
  void end_task(const std::string& receiver, store::Task ended) { ends_[receiver] = ended; }
  /// Lines that tasks of that receiver log.
  void log(const std::string& receiver, std::vector<std::string> lines) { logs_[receiver] = lines; }
  /// Tasks of that receiver wait until a test ends them.
  void hold(const std::string& receiver) { held_.insert(receiver); }
  /// Ends a task that waits as it was told.
  void end(store::TaskId task);
  /// Lets that many of the next operations find that the model has changed meanwhile.
  void contend(int times) { contended_ = times; }

  /// The operation's id; nothing if the model has changed meanwhile.
  std::optional<std::string> enqueue(const protocol::EnqueueOperation& wanted);
  void cancel(const protocol::CancelTask& cancel);

  [[nodiscard]] std::optional<store::OperationSeen> operation(store::TaskId id) const;
  [[nodiscard]] std::optional<store::OperationSeen> task(store::TaskId id) const;
  [[nodiscard]] ById& all() { return operations_; }
  [[nodiscard]] const protocol::EnqueueOperation& last() const { return last_; }
  [[nodiscard]] int enqueued() const { return enqueued_; } ///< How many were asked for.

private:
  void end(store::OperationSeen& operation, store::TaskSeen& seen);
  static void settle(store::OperationSeen& operation);

  ById operations_;
  std::map<std::string, store::Task> ends_;
  std::map<std::string, std::vector<std::string>> logs_;
  std::set<std::string> held_;
  protocol::EnqueueOperation last_;
  store::TaskId next_ = 1;
  int contended_ = 0;
  int enqueued_ = 0;
};

} // namespace orrery::test
