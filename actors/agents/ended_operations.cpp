#include "actors/agents/ended_operations.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::agents {

tl::expected<void, store::StoreError> EndedOperations::look(const store::Snapshot& snapshot,
                                                            std::size_t most) {
  if (auto late = look_at_late(snapshot); !late)
    return late;
  auto open = store::read_open_operations(snapshot);
  if (!open)
    return tl::unexpected(std::move(open.error()));
  auto ended = store::read_ended_operations(snapshot, upto_, most);
  if (!ended)
    return tl::unexpected(std::move(ended.error()));
  const store::TaskId before = upto_;
  for (const store::OperationSeen& operation : *ended) {
    bytes_ += store::size_of(operation);
    upto_ = operation.operation.id;
  }
  for (const store::TaskId id : *open)
    if (id > before && id < upto_)
      late_.insert(id);
  return {};
}

tl::expected<void, store::StoreError>
EndedOperations::look_at_late(const store::Snapshot& snapshot) {
  for (auto id = late_.begin(); id != late_.end();) {
    const auto seen = store::read_operation(snapshot, *id);
    if (!seen)
      return tl::unexpected(seen.error());
    const bool has_ended = !*seen || (*seen)->operation.completed != 0;
    if (*seen && has_ended)
      bytes_ += store::size_of(**seen);
    id = has_ended ? late_.erase(id) : std::next(id);
  }
  return {};
}

void EndedOperations::forget(const store::OperationSeen& operation) {
  const store::TaskId id = operation.operation.id;
  if (id > upto_ || late_.erase(id) > 0)
    return;
  bytes_ -= std::min(bytes_, store::size_of(operation));
}

} // namespace orrery::agents
