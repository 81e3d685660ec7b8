#include "actors/rules/storage.hpp"
#include "actors/rules/unit.hpp"

namespace orrery::rules {

namespace {

/// Makes room for an instance and its attachment.
HeldStorage& held_of(UnitState& unit, const std::string& name, std::uint32_t number) {
  if (!unit.held)
    unit.held = UnitHoldings{};
  return unit.held->storages[{name, number}];
}

bool drop(UnitState& unit, const std::string& name, std::uint32_t number) {
  if (!unit.held || unit.held->storages.erase({name, number}) == 0)
    return false;
  if (unit.held->empty())
    unit.held.reset();
  return true;
}

} // namespace

bool absorb_storage(UnitState& unit, const Write& write) {
  if (const auto* storage = std::get_if<store::Storage>(&write.record)) {
    if (write.deleted || storage->unit != unit.record.name)
      return drop(unit, storage->name, storage->number);
    held_of(unit, storage->name, storage->number).storage = *storage;
    return true;
  }
  const auto* attachment = std::get_if<store::StorageAttachment>(&write.record);
  if (attachment == nullptr || attachment->unit != unit.record.name)
    return false;
  const auto parts = store::split_unit(attachment->storage);
  if (!parts)
    return false;
  if (write.deleted)
    return drop(unit, parts->application, parts->number);
  held_of(unit, parts->application, parts->number).attachment = *attachment;
  return true;
}

} // namespace orrery::rules
