#pragma once

#include "store/life.hpp"
#include "store/names.hpp"
#include "store/turn.hpp"

#include <cstdint>
#include <string>

/// Records of storage: what a unit's data lies in (ST15, ST16).
namespace orrery::store {

/// A storage as a charm's metadata declares it (ST1).
struct CharmStorage {
  std::string description;
  std::string location;       ///< An absolute path (ST4); empty: the storage directory.
  std::uint32_t least = 1;    ///< Instances that each unit has at least (ST2).
  std::uint32_t most = 1;     ///< 0: no upper bound.
  std::uint64_t size_mib = 0; ///< At least; 0: nothing said (ST3).
  bool block = false;         ///< `type: block`, of which no machine here has any.
  bool shared = false;        ///< Refused at deploy (ST5).
  bool read_only = false;
  bool transient = false; ///< One of its properties.
  bool operator==(const CharmStorage&) const = default;
};

/// A directive as a user gave it (ST7-ST9), of a storage of an application.
struct StorageDirective {
  std::string pool;           ///< Empty: the default one.
  std::uint32_t count = 0;    ///< 0: nothing said.
  std::uint64_t size_mib = 0; ///< 0: nothing said.
  bool operator==(const StorageDirective&) const = default;
};

/// A storage instance, `NAME/N` (ST15). Owner: its unit's actor while a unit has it, the model
/// while none has.
struct Storage {
  std::string name;         ///< Of the charm's storage.
  std::uint32_t number = 0; ///< Of one counter for all names of the model.
  Life life = Life::Alive;  ///< Dying: removed with its attachment (ST20).
  Turn turn;
  std::string unit; ///< Empty: none has it.
  std::string pool;
  std::uint64_t size_mib = 0;
  bool placed = false;   ///< Its data lies on a machine; from StorageProvisioned on.
  MachineId machine = 0; ///< That machine, if `placed`; it may be gone by now.
  bool operator==(const Storage&) const = default;
};

/// A unit's hold on an instance (ST16): there is one exactly where Storage::unit is not empty.
/// Owner: the unit's actor.
struct StorageAttachment {
  std::string storage; ///< `data/0`.
  std::string unit;
  /// Dying: the unit's agent runs storage-detaching if `attached`, then says StorageDetached. All
  /// of a unit turn Dying with it, in that transaction (ST25).
  Life life = Life::Alive;
  Milliseconds since = 0; ///< When it got that life.
  bool attached = false;  ///< Its storage-attached hook is committed (ST22).
  std::string location;   ///< The mount point (ST33); empty: not provisioned yet.
  bool operator==(const StorageAttachment&) const = default;
};

/// Returns `data/0`.
[[nodiscard]] inline std::string storage_id(const Storage& storage) {
  return storage.name + '/' + std::to_string(storage.number);
}

} // namespace orrery::store
