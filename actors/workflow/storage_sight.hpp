#pragma once

#include "actors/protocol/observations.hpp"
#include "actors/workflow/storage_order.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Storages of a unit, as its agent sees them.
namespace orrery::agents {

/// A storage that the unit has.
struct SeenStorage {
  /// Not Alive: storage-detaching is to run, or, where storage-attached never succeeded, nothing
  /// (ST25). In a unit that is not Alive, all are so.
  store::Life life = store::Life::Alive;
  bool destroyed = false;     ///< Its data goes with it (ST20).
  bool told = false;          ///< The model knows that storage-attached has succeeded.
  bool placed = false;        ///< It has been provisioned once: there is data.
  std::string location;       ///< The mount point; empty: not provisioned yet.
  bool left = false;          ///< Its place is left, until one is made again.
  std::uint64_t size_mib = 0; ///< That it has at least (ST35); 0: nothing is said.
  // Tries of the agent itself since it began.
  std::uint32_t tries = 0;          ///< Failed ones of provisioning.
  store::Milliseconds retry_at = 0; ///< When to try again (ST37); 0: at once.
  std::string fault;                ///< Why the last one failed.
  bool operator==(const SeenStorage&) const = default;
};

using SeenStorages = std::map<std::string, SeenStorage, StorageOrder>; ///< By id.

/// Places of storages that the model took from the unit before its agent left them, by id. Bounded
/// by storages that the unit had since its agent began.
using PlacesBehind = std::map<std::string, std::string, StorageOrder>;

/// Takes over what the model shows, and keeps what was tried.
/// @param behind places of storages go there that are not shown any more, or by another attachment;
/// those of storages that are shown with a place go from there
void take_over(SeenStorages& storages,
               PlacesBehind& behind,
               const std::vector<protocol::StorageSeen>& seen);
/// Notes that provisioning has failed: 30 s until the next try, doubled with each, up to 30 min
/// (ST37).
void provisioning_failed(SeenStorage& storage, const std::string& fault, store::Milliseconds now);
/// Says why a storage cannot be provisioned, the first by order: `storage data/0: ...`; empty if
/// none is in that trouble.
[[nodiscard]] std::string storage_trouble(const SeenStorages& storages);

} // namespace orrery::agents
