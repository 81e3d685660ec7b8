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

/// Returns about how many bytes an operation takes with its tasks and lines.
[[nodiscard]] std::uint64_t size_of(const OperationSeen& operation);
/// Returns the ids of those that have not ended, ascending.
[[nodiscard]] tl::expected<std::vector<TaskId>, StoreError>
read_open_operations(const Snapshot& snapshot);
/// Returns those that have ended with ids greater than `after`, ascending, whole, and no more than
/// `most`.
[[nodiscard]] tl::expected<std::vector<OperationSeen>, StoreError>
read_ended_operations(const Snapshot& snapshot, TaskId after, std::size_t most);

/// Returns operations that ended long ago, ids ascending, whole, with all that is kept of them.
/// @param before milliseconds since the Unix epoch: those that ended earlier
/// @param most how many at most
[[nodiscard]] tl::expected<std::vector<OperationSeen>, StoreError>
read_old_operations(const Snapshot& snapshot, std::int64_t before, std::size_t most);
/// Returns when the one ended that ended first, in milliseconds since the Unix epoch; nothing: none
/// has ended.
[[nodiscard]] tl::expected<std::optional<std::int64_t>, StoreError>
read_first_end(const Snapshot& snapshot);

} // namespace orrery::store
