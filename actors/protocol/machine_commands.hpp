#pragma once

#include "store/records.hpp"

#include <string>

/// Commands that agents of machines and the provisioner send (M4-M10).
namespace orrery::protocol {

/// The provider has made the machine (M8).
struct SetInstance {
  store::MachineId machine = 0;
  std::string instance;
  std::string address;
  bool operator==(const SetInstance&) const = default;
};
/// Says what people shall see of a machine. Where the value is empty, the message alone is said, of
/// one that is started.
struct SetMachineStatus {
  store::MachineId machine = 0;
  store::Status status;
  bool operator==(const SetMachineStatus&) const = default;
};
/// The agent of a machine that is to be made again has let go of what it knew of the old instance.
struct AbandonInstance {
  store::MachineId machine = 0;
  bool operator==(const AbandonInstance&) const = default;
};
/// The abandoned instance is released: the machine has none, and gets a new one (M8).
struct ClearInstance {
  store::MachineId machine = 0;
  bool operator==(const ClearInstance&) const = default;
};
/// A draining machine has no Alive principal any more: it goes Dying (M10).
struct SetMachineDying {
  store::MachineId machine = 0;
  bool operator==(const SetMachineDying&) const = default;
};
/// Sets a Dying machine without principals Dead (M4).
struct SetMachineDead {
  store::MachineId machine = 0;
  bool operator==(const SetMachineDead&) const = default;
};
/// Removes a Dead machine whose instance is released (M6, M7).
struct DeleteMachine {
  store::MachineId machine = 0;
  bool operator==(const DeleteMachine&) const = default;
};

} // namespace orrery::protocol
