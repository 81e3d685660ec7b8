#pragma once

#include "store/contents.hpp"

#include <string>
#include <vector>

/// Records that a verb needs of what its user has named.
namespace orrery::explain {

struct Named {
  std::vector<std::string> applications{}; ///< With charms, options, the next unit's number.
  bool with_units = false;                 ///< Those of each of these applications, too.
  std::vector<std::string> units{};        ///< Each with its status.
  bool with_states = false; ///< Whatever tells how a unit is doing, of each unit that is read.
  std::vector<store::MachineId> machines{};
  std::vector<std::string> storages{}; ///< `data/0`; each with its attachment.
  /// By id: the user's own, and those of the applications named; with all grants of each.
  std::vector<std::string> secrets{};
  std::string charm{}; ///< All revisions of the charm of this name, and which comes next.
  std::string kinds{}; ///< All records of these kinds, by their class letters (store/keys.hpp).
  /// By id, whoever owns them: with their readers, hooks, and grants with the relations of those.
  std::vector<std::string> whole_secrets{};
  /// By id, whoever owns them: with their grants and the relations of those.
  std::vector<std::string> shown_secrets{};
  /// All secrets of these applications and units, without what is of them; empty: of the user.
  std::vector<std::string> secrets_of{};
  bool with_users_secrets = false; ///< The user's own, likewise.
};

/// Reads that, and the model's own record. What is not there stays out. Costs what is read,
/// whatever else is in the model; but for the readers of whole secrets the keys of all readers are
/// looked at, which come by unit.
[[nodiscard]] tl::expected<store::Contents, store::StoreError>
read_named(const store::Snapshot& snapshot, const Named& named);

} // namespace orrery::explain
