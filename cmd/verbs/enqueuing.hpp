#pragma once

#include "actors/protocol/user_commands.hpp"
#include "cmd/session/session.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// From what one look at the model has found to an operation in the store.
namespace orrery::cmd {

/// An operation that is to be enqueued.
struct Order {
  protocol::EnqueueOperation command;
  std::vector<std::string> reasons; ///< Why receivers get no task that would run (A47).

  /// Adds a receiver that is known, and is refused if `error` is not empty (A5).
  void add(protocol::Receiver receiver);
  /// Adds the reason of one that is not.
  void refuse(std::string reason);
};

/// A task that waits, or has run by now.
struct EnqueuedTask {
  store::TaskId id = 0;
  std::string unit; ///< Empty: the machine.
  store::MachineId machine = 0;
};
struct Enqueued {
  store::TaskId operation = 0;
  std::vector<EnqueuedTask> tasks; ///< Those that were refused are left out.
  std::vector<std::string> reasons;
};

/// Enqueues what `look` finds. If the model has changed meanwhile it looks again, a few times.
/// @param look returns nothing after it has printed an ERROR
/// @returns nothing, and an ERROR printed, if that was refused.
[[nodiscard]] std::optional<Enqueued> enqueue(Session& session,
                                              const std::string& verb,
                                              const std::function<std::optional<Order>()>& look);

} // namespace orrery::cmd
