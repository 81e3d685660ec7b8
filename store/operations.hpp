#pragma once

#include "store/database.hpp"

#include <functional>
#include <optional>
#include <vector>

/// Operations as they lie on disk, under way and ended.
namespace orrery::store {

/// A task with the lines that action-log has written.
struct TaskSeen {
  Task task;
  std::vector<TaskLine> lines;
};
struct OperationSeen {
  Operation operation;
  std::vector<TaskSeen> tasks; ///< Ids ascending.
};

/// @returns nothing if there is none of that id. Errors: a record that cannot be read.
[[nodiscard]] tl::expected<std::optional<OperationSeen>, StoreError>
read_operation(const Snapshot& snapshot, TaskId id);
/// The operation with that task alone; nothing if there is no task of that id.
[[nodiscard]] tl::expected<std::optional<OperationSeen>, StoreError>
read_task(const Snapshot& snapshot, TaskId id);
/// Hands over each operation, ids ascending, without lines, until `take` returns false.
[[nodiscard]] tl::expected<void, StoreError>
each_operation(const Snapshot& snapshot, const std::function<bool(OperationSeen)>& take);

} // namespace orrery::store
