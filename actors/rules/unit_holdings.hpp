#pragma once

#include "actors/rules/secret_labels.hpp"
#include "actors/rules/storage.hpp"
#include "store/records.hpp"

#include <set>
#include <string>

namespace orrery::rules {

/// All that few units have, in one place: those that have none of it spend a pointer.
struct UnitHoldings {
  HeldStorages storages;
  store::Resources resources; ///< That its hooks have got (RS11); no owner while there are none.
  /// Applications whose secrets it has read or was granted, or once has; empty: the user's.
  std::set<std::string> secret_owners;
  SecretLabels secret_labels;

  [[nodiscard]] bool empty() const {
    return storages.empty() && resources.owner.empty() && secret_owners.empty()
           && secret_labels.empty();
  }
};

} // namespace orrery::rules
