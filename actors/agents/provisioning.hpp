#pragma once

#include "store/records.hpp"

namespace orrery::agents {

/// Steps that a provisioner takes about a machine (M8).
enum class Provisioning : std::uint8_t {
  Nothing,
  Start,   ///< Alive without instance.
  SetDead, ///< Dying without instance: it will never be provisioned.
  Delete,  ///< Dead, and no instance is left.
  Release, ///< Dead with instance: release it, then delete.
  Renew,   ///< To be made again, and abandoned by its agent: release the lost instance first (M11).
};

[[nodiscard]] Provisioning provisioning(const store::Machine& machine, bool hosts_principals);

} // namespace orrery::agents
