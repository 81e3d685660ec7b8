#include "test/crash/step.hpp"

#include <utility>

/// Steps of storage. An id names the instance that is there by then, so that a step whose effect a
/// crash has spared is not taken twice.
namespace orrery::test {

namespace {

using WantedOfStorage = std::optional<protocol::Command>;

const store::Storage* storage_of(const store::Contents& all, const std::string& id) {
  const auto found = all.storages.find(id);
  return found == all.storages.end() ? nullptr : &found->second;
}

} // namespace

Step add_storage(const std::string& unit, const std::string& name, const std::string& id) {
  return {"add-storage " + unit + " " + name + ", which is " + id,
          [=](const store::Contents& all) -> WantedOfStorage {
            const std::uint32_t number = store::split_unit(id)->number; // one grammar
            if (all.model.next_storage > number)
              return std::nullopt;
            return protocol::AddStorage{unit, name, {}};
          }};
}

Step attach_storage(const std::string& unit, const std::string& id) {
  return {"attach-storage " + unit + " " + id, [=](const store::Contents& all) -> WantedOfStorage {
            const store::Storage* storage = storage_of(all, id);
            if (storage == nullptr || !storage->unit.empty())
              return std::nullopt;
            return protocol::AttachStorage{id, unit};
          }};
}

Step detach_storage(const std::string& id, bool force) {
  return {"detach-storage " + id + (force ? " --force" : ""),
          [=](const store::Contents& all) -> WantedOfStorage {
            const auto held = all.attachments.find(id);
            if (held == all.attachments.end()
                || (!force && held->second.life != store::Life::Alive))
              return std::nullopt;
            return protocol::DetachStorage{id, held->second.unit, force};
          }};
}

Step remove_storage(const std::string& id) {
  return {"remove-storage --force " + id, [=](const store::Contents& all) -> WantedOfStorage {
            const store::Storage* storage = storage_of(all, id);
            if (storage == nullptr || storage->life != store::Life::Alive)
              return std::nullopt;
            return protocol::RemoveStorage{id, storage->unit, true};
          }};
}

Step add_unit_with(const std::string& unit, store::MachineId machine, const std::string& id) {
  return {"add-unit " + unit + " --attach-storage " + id,
          [=](const store::Contents& all) -> WantedOfStorage {
            if (all.units.contains(unit))
              return std::nullopt;
            return protocol::AddUnit{std::string(store::application_of(unit)), machine, {id}};
          }};
}

protocol::Removal with_data() {
  protocol::Removal how;
  how.destroy_storage = true;
  return how;
}

} // namespace orrery::test
