#pragma once

#include "actors/protocol/secret_changes.hpp"
#include "store/storage_records.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Steps of storage, as in steps.hpp.
namespace orrery::rules {

// --- Application ---
/// An Alive unit gets further instances of storages, or one that no unit has (ST18). The
/// application knows the charm, hence the range.
struct GrowStorage {
  std::string unit;
  std::map<std::string, std::uint32_t> owned{};          ///< Of the unit, by storage name.
  std::map<std::string, store::StorageDirective> more{}; ///< By storage name.
  std::string attached{}; ///< In place of `more`: an instance that there is.
  std::string leader{};   ///< As AssertLeader; empty: not asked.
  /// Secrets that the same hook changes, because an application is visited once.
  protocol::SecretChanges secrets{};
  bool operator==(const GrowStorage&) const = default;
};
/// A unit is about to let go of one instance (ST18).
struct ShrinkStorage {
  std::string storage; ///< `data/0`.
  std::string unit;
  std::uint32_t owned = 0; ///< Of that name, this one included.
  bool destroyed = false;  ///< With its data, for the words.
  bool operator==(const ShrinkStorage&) const = default;
};
/// A unit goes Dying with its application, which may have been told to destroy its data (ST44).
struct DieWith {
  std::string unit;
  std::vector<store::Storage> storages;
  bool operator==(const DieWith&) const = default;
};

// --- Model ---
/// New instances of a storage for a unit, as many as counted (ST15).
struct NewStorage {
  std::string name;
  std::uint32_t count = 1;
  std::uint64_t size_mib = 0;
  /// Only if NumberStorage::before has no storage of that name.
  bool if_new = false;
  bool operator==(const NewStorage&) const = default;
};
/// A unit gets new instances, and some that no unit has.
struct NumberStorage {
  std::string unit;
  std::vector<NewStorage> more;
  std::vector<std::string> attached{}; ///< Those that there are, by id.
  bool tells = false;                  ///< The answer's `created` lists them.
  std::string before{}; ///< The charm that the unit has had, by url; empty: it gets no other now.
  bool drops = false;   ///< Its application has that one no more, nor has any unit of it.
  bool operator==(const NumberStorage&) const = default;
};

} // namespace orrery::rules
