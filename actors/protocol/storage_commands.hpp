#pragma once

#include <string>

/// Commands of unit agents that concern storage (commands.hpp).
namespace orrery::protocol {

/// The instance's place is made on the unit's machine (ST17). Said again with another location, the
/// newest counts.
struct StorageProvisioned {
  std::string storage; ///< `data/0`.
  std::string unit;
  std::string location; ///< The mount point, not empty (ST33).
  bool operator==(const StorageProvisioned&) const = default;
};
/// The storage-attached hook is committed, or passed over (ST22, ST26).
struct StorageAttached {
  std::string storage;
  std::string unit;
  bool operator==(const StorageAttached&) const = default;
};
/// The storage-detaching hook of a Dying attachment is committed, or none was needed: the
/// attachment goes, and with it a Dying instance (ST19, ST20, ST25), whose data the agent has
/// destroyed before.
struct StorageDetached {
  std::string storage;
  std::string unit;
  bool operator==(const StorageDetached&) const = default;
};

} // namespace orrery::protocol
