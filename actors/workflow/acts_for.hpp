#pragma once

#include "store/records.hpp"

#include <string>

namespace orrery::agents {

/// Whom a unit's agent acts for, and where.
struct ActsFor {
  std::string unit;
  std::string application;
  std::string principal; ///< Empty for a principal.
  store::MachineId machine = 0;
  std::string address; ///< The machine's.
  bool rested = false; ///< Its last agent went to rest: what that has said still holds.
};

} // namespace orrery::agents
