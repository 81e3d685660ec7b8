#include "actors/workflow/storage_sight.hpp"

#include <algorithm>
#include <utility>

namespace orrery::agents {

namespace {

constexpr store::Milliseconds first_delay = 30'000;
constexpr store::Milliseconds longest_delay = 30 * 60'000;
constexpr std::uint32_t most_doublings = 6; ///< Beyond, the longest delay is reached.

} // namespace

void take_over(SeenStorages& storages,
               PlacesBehind& behind,
               const std::vector<protocol::StorageSeen>& seen) {
  SeenStorages before = std::exchange(storages, {});
  for (const protocol::StorageSeen& one : seen) {
    const std::string& id = one.attachment.storage;
    SeenStorage& storage = storages[id];
    if (const auto known = before.extract(id))
      storage = std::move(known.mapped());
    if (!one.attachment.location.empty())
      behind.erase(id);
    else if (!storage.location.empty() && !storage.left)
      behind.insert_or_assign(id, storage.location); // by another attachment
    storage.life = one.attachment.life;
    storage.destroyed = one.storage.life != store::Life::Alive;
    storage.placed = one.storage.placed;
    storage.told = one.attachment.attached;
    storage.location = one.attachment.location;
    storage.size_mib = one.storage.size_mib;
  }
  for (const auto& [id, storage] : before)
    if (!storage.location.empty() && !storage.left)
      behind.insert_or_assign(id, storage.location);
}

void provisioning_failed(SeenStorage& storage, const std::string& fault, store::Milliseconds now) {
  const std::uint32_t doublings = std::min(storage.tries, most_doublings);
  storage.retry_at = now + std::min(first_delay << doublings, longest_delay);
  ++storage.tries;
  storage.fault = fault;
}

std::string storage_trouble(const SeenStorages& storages) {
  for (const auto& [id, storage] : storages)
    if (storage.location.empty() && !storage.fault.empty() && storage.life == store::Life::Alive)
      return "storage " + id + ": " + storage.fault;
  return {};
}

} // namespace orrery::agents
