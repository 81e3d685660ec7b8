#pragma once

#include "actors/providers/provider.hpp"
#include "actors/providers/unit_users.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace orrery::providers {

/// Directories of a model whose owners are to be settled.
struct OwnersOfModel {
  Provider& provider; ///< Knows where units are.
  UnitUsers& users;
  const std::filesystem::path& model;
  /// Units by the storages that they have, as the records say. One that is not in it is whose the
  /// provider has noted.
  const std::map<std::string, std::string>& storage_units;
  const std::function<void(const std::string&)>& warn; ///< Empty: nobody is told.
};

/// Sees to it at a start that directories are whose they should be, before anything runs there.
///
/// Where units get users: each unit's directory and storage are its user's, storage that no unit
/// has is the orchestrator's, and users that no unit has are free again. Storage that a charm has
/// given to a user of another kind, a database's for instance, stays that one's. Where units get
/// none, and had some: all that they had is the orchestrator's again. A tree is gone through only
/// if its top is another's. What cannot be settled is told, and holds nothing up.
void settle_owners(const OwnersOfModel& owners);

} // namespace orrery::providers
