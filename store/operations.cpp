#include "store/operations.hpp"

#include "store/decoding.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace orrery::store {

namespace {

template <class R>
using Found = tl::expected<std::optional<R>, StoreError>;

/// A record that lies under one key while it is under way, and under another once it has ended.
template <class R>
Found<R> find(const Snapshot& snapshot, Key (*key_of)(TaskId, bool), TaskId id) {
  for (const bool ended : {false, true}) {
    const Key key = key_of(id, ended);
    auto bytes = snapshot.get(key);
    if (!bytes)
      return tl::unexpected(std::move(bytes.error()));
    if (!*bytes)
      continue;
    auto record = decode(key, **bytes);
    if (!record)
      return tl::unexpected(undecodable(record.error()));
    return std::get<R>(std::move(*record));
  }
  return std::nullopt;
}

tl::expected<std::vector<TaskLine>, StoreError> lines_of(const Snapshot& snapshot, TaskId task) {
  std::vector<TaskLine> lines;
  std::optional<StoreError> fault;
  auto scanned =
    snapshot.scan(task_line_prefix(task), [&](std::string_view key, std::string_view bytes) {
      auto record = decode(key, bytes);
      if (!record) {
        fault = undecodable(record.error());
        return false;
      }
      lines.push_back(std::get<TaskLine>(std::move(*record)));
      return true;
    });
  if (fault)
    return tl::unexpected(std::move(*fault));
  if (!scanned)
    return tl::unexpected(std::move(scanned.error()));
  return lines;
}

tl::expected<OperationSeen, StoreError>
with_tasks(const Snapshot& snapshot, Operation operation, bool with_lines) {
  OperationSeen seen;
  for (TaskId id = operation.id + 1; id <= operation.id + operation.tasks; ++id) {
    auto task = find<Task>(snapshot, task_key, id);
    if (!task)
      return tl::unexpected(std::move(task.error()));
    if (!*task)
      continue; // forgotten just now
    TaskSeen shown{std::move(**task), {}};
    if (with_lines && shown.task.lines > 0) {
      auto lines = lines_of(snapshot, id);
      if (!lines)
        return tl::unexpected(std::move(lines.error()));
      shown.lines = std::move(*lines);
    }
    seen.tasks.push_back(std::move(shown));
  }
  seen.operation = std::move(operation);
  return seen;
}

/// Operations with that prefix whose key is not less than `first`, ids ascending, and no more than
/// so many.
tl::expected<std::vector<Operation>, StoreError> read_from(const Snapshot& snapshot,
                                                           std::string_view first,
                                                           std::string_view prefix,
                                                           std::size_t most) {
  std::vector<Operation> operations;
  std::optional<StoreError> fault;
  auto scanned =
    snapshot.scan_from(first, prefix, [&](std::string_view key, std::string_view bytes) {
      auto record = decode(key, bytes);
      if (!record) {
        fault = undecodable(record.error());
        return false;
      }
      operations.push_back(std::get<Operation>(std::move(*record)));
      return operations.size() < most;
    });
  if (fault)
    return tl::unexpected(std::move(*fault));
  if (!scanned)
    return tl::unexpected(std::move(scanned.error()));
  return operations;
}

tl::expected<std::vector<Operation>, StoreError>
read_each(const Snapshot& snapshot, std::string_view prefix, std::size_t most) {
  return read_from(snapshot, prefix, prefix, most);
}

/// Hands over those that have ended, ids ascending and so by when they were enqueued, until `take`
/// returns false.
tl::expected<void, StoreError> each_ended(const Snapshot& snapshot,
                                          const std::function<bool(Operation)>& take) {
  std::optional<StoreError> fault;
  auto scanned = snapshot.scan(ended_operations, [&](std::string_view key, std::string_view bytes) {
    auto record = decode(key, bytes);
    if (!record) {
      fault = undecodable(record.error());
      return false;
    }
    return take(std::get<Operation>(std::move(*record)));
  });
  if (fault)
    return tl::unexpected(std::move(*fault));
  return scanned;
}

} // namespace

tl::expected<std::optional<OperationSeen>, StoreError> read_operation(const Snapshot& snapshot,
                                                                      TaskId id) {
  auto operation = find<Operation>(snapshot, operation_key, id);
  if (!operation)
    return tl::unexpected(std::move(operation.error()));
  if (!*operation)
    return std::nullopt;
  return with_tasks(snapshot, std::move(**operation), true);
}

tl::expected<std::optional<OperationSeen>, StoreError> read_task(const Snapshot& snapshot,
                                                                 TaskId id) {
  auto task = find<Task>(snapshot, task_key, id);
  if (!task)
    return tl::unexpected(std::move(task.error()));
  if (!*task)
    return std::nullopt;
  auto operation = find<Operation>(snapshot, operation_key, (*task)->operation);
  auto lines = lines_of(snapshot, id);
  if (!operation || !lines)
    return tl::unexpected(std::move((operation ? lines.error() : operation.error())));
  OperationSeen seen{operation->value_or(Operation{}), {}};
  seen.tasks.push_back({std::move(**task), std::move(*lines)});
  return seen;
}

std::uint64_t size_of(const OperationSeen& operation) {
  constexpr std::uint64_t numbers = 64; // of a record: times, ids, its key
  const Operation& record = operation.operation;
  std::uint64_t size = numbers + record.summary.size() + record.fail.size() + record.action.size()
                       + record.parameters.size() + record.group.size();
  for (const auto& [task, lines] : operation.tasks) {
    size += numbers + task.unit.size() + task.parameters.size() + task.message.size()
            + task.results.size();
    for (const TaskLine& line : lines)
      size += numbers + line.text.size();
  }
  return size;
}

tl::expected<std::vector<TaskId>, StoreError> read_open_operations(const Snapshot& snapshot) {
  const auto open = read_each(snapshot, "p", SIZE_MAX);
  if (!open)
    return tl::unexpected(open.error());
  std::vector<TaskId> ids;
  for (const Operation& operation : *open)
    ids.push_back(operation.id);
  return ids;
}

tl::expected<std::vector<OperationSeen>, StoreError>
read_ended_operations(const Snapshot& snapshot, TaskId after, std::size_t most) {
  auto ended = read_from(snapshot, operation_key(after + 1, true), ended_operations, most);
  if (!ended)
    return tl::unexpected(std::move(ended.error()));
  std::vector<OperationSeen> operations;
  for (Operation& operation : *ended) {
    auto seen = with_tasks(snapshot, std::move(operation), true);
    if (!seen)
      return tl::unexpected(std::move(seen.error()));
    operations.push_back(std::move(*seen));
  }
  return operations;
}

tl::expected<std::vector<OperationSeen>, StoreError>
read_old_operations(const Snapshot& snapshot, std::int64_t before, std::size_t most) {
  std::vector<Operation> ended;
  auto scanned = each_ended(snapshot, [&](Operation operation) {
    const bool later_may_be_old = operation.enqueued < before;
    if (operation.completed < before)
      ended.push_back(std::move(operation));
    return later_may_be_old && ended.size() < most;
  });
  if (!scanned)
    return tl::unexpected(std::move(scanned.error()));
  std::vector<OperationSeen> old;
  for (Operation& operation : ended) {
    auto seen = with_tasks(snapshot, std::move(operation), true);
    if (!seen)
      return tl::unexpected(std::move(seen.error()));
    old.push_back(std::move(*seen));
  }
  return old;
}

tl::expected<std::optional<std::int64_t>, StoreError> read_first_end(const Snapshot& snapshot) {
  std::optional<std::int64_t> first;
  auto scanned = each_ended(snapshot, [&](const Operation& operation) {
    first = std::min(first.value_or(operation.completed), operation.completed);
    return operation.enqueued < *first;
  });
  if (!scanned)
    return tl::unexpected(std::move(scanned.error()));
  return first;
}

tl::expected<void, StoreError> each_operation(const Snapshot& snapshot,
                                              const std::function<bool(OperationSeen)>& take) {
  auto open = read_each(snapshot, "p", SIZE_MAX);
  if (!open)
    return tl::unexpected(std::move(open.error()));
  auto next_open = open->begin();
  bool wanted = true;
  std::optional<StoreError> fault;
  const auto hand_over = [&](Operation operation) {
    auto seen = with_tasks(snapshot, std::move(operation), false);
    if (!seen)
      fault = std::move(seen.error());
    wanted = seen && take(std::move(*seen));
  };
  auto scanned = snapshot.scan(ended_operations, [&](std::string_view key, std::string_view bytes) {
    auto record = decode(key, bytes);
    if (!record) {
      fault = undecodable(record.error());
      return false;
    }
    Operation& ended = std::get<Operation>(*record);
    for (; wanted && next_open != open->end() && next_open->id < ended.id; ++next_open)
      hand_over(std::move(*next_open));
    if (wanted)
      hand_over(std::move(ended));
    return wanted;
  });
  for (; scanned && wanted && !fault && next_open != open->end(); ++next_open)
    hand_over(std::move(*next_open));
  if (fault)
    return tl::unexpected(std::move(*fault));
  return scanned;
}

} // namespace orrery::store
