#pragma once

#include "actors/providers/provider.hpp"

#include <map>
#include <set>
#include <string>

namespace orrery::simulate {

/// Places and data of storages on simulated machines, as of the process provider: both outlive
/// machines.
class SimulatedStorage {
public:
  /// Makes the storage's place. Data that was there once must be there still.
  /// @returns why it is not made; empty: it is
  [[nodiscard]] std::string provide(const providers::StorageForUnit& wanted);
  /// A unit that leaves late takes nothing from the next one (ST54).
  void leave(const providers::StorageForUnit& left);
  /// The unit is recalled.
  void leave_all(const std::string& unit);

  /// Storages whose data there is.
  [[nodiscard]] const std::set<std::string>& data() const { return data_; }
  /// Units that have not left the places of their storages, by storage.
  [[nodiscard]] const std::map<std::string, std::string>& places() const { return places_; }

private:
  std::set<std::string> data_;
  std::map<std::string, std::string> places_;
};

} // namespace orrery::simulate
