#include "store/history.hpp"

#include "store/decoding.hpp"

#include <map>
#include <utility>

namespace orrery::store {

namespace {

/// Hands over each record of one kind until `take` returns false.
template <typename R, typename Take>
tl::expected<void, StoreError>
read_each(const Snapshot& snapshot, const Key& first, const Key& prefix, const Take& take) {
  std::optional<StoreError> fault;
  auto scanned =
    snapshot.scan_from(first, prefix, [&](std::string_view key, std::string_view bytes) {
      auto record = decode(key, bytes);
      if (record)
        return take(std::get<R>(std::move(*record)));
      fault = undecodable(record.error());
      return false;
    });
  if (fault)
    return tl::unexpected(std::move(*fault));
  return scanned;
}

} // namespace

tl::expected<std::vector<LifeStep>, StoreError> read_history(const Snapshot& snapshot,
                                                             const EntityRef& entity) {
  std::vector<LifeStep> steps;
  const Key prefix = life_prefix(entity);
  const auto read = read_each<LifeStep>(snapshot, prefix, prefix, [&](LifeStep step) {
    steps.push_back(std::move(step));
    return true;
  });
  if (!read)
    return tl::unexpected(read.error());
  return steps;
}

tl::expected<OldHistory, StoreError> read_old_history(const Snapshot& snapshot,
                                                      std::uint64_t from,
                                                      std::uint64_t before,
                                                      std::size_t most) {
  OldHistory old;
  auto read = read_each<Ended>(snapshot, ended_prefix(from), "z", [&](Ended ended) {
    if (ended.sequence >= before)
      return false;
    old.more = old.ended.size() == most;
    if (!old.more)
      old.ended.push_back(std::move(ended));
    return !old.more;
  });
  std::map<Key, std::uint64_t> taken; // an application's name may have ended more than once
  for (const Ended& ended : old.ended) {
    if (!read)
      break;
    const Key prefix = life_prefix(ended.entity);
    const std::uint64_t earlier = std::exchange(taken[prefix], ended.sequence);
    read = read_each<LifeStep>(snapshot, prefix, prefix, [&](LifeStep step) {
      if (step.turn.sequence > ended.sequence)
        return false;
      if (step.turn.sequence > earlier)
        old.steps.push_back(std::move(step));
      return true;
    });
  }
  if (!read)
    return tl::unexpected(read.error());
  return old;
}

} // namespace orrery::store
