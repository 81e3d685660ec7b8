#include "cmd/simulate/simulated_storage.hpp"

namespace orrery::simulate {

std::string SimulatedStorage::provide(const providers::StorageForUnit& wanted) {
  if (wanted.placed && !data_.contains(wanted.storage))
    return "the data of storage " + wanted.storage + " is gone";
  if (wanted.only_look)
    return {};
  data_.insert(wanted.storage);
  places_[wanted.storage] = wanted.unit;
  return {};
}

void SimulatedStorage::leave(const providers::StorageForUnit& left) {
  const auto place = places_.find(left.storage);
  if (place != places_.end() && !left.destroy && place->second != left.unit)
    return;
  places_.erase(left.storage);
  if (left.destroy)
    data_.erase(left.storage);
}

void SimulatedStorage::leave_all(const std::string& unit) {
  std::erase_if(places_, [&](const auto& place) { return place.second == unit; });
}

} // namespace orrery::simulate
