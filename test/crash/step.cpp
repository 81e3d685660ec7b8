#include "test/crash/step.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::test {

namespace {

using Asked = std::optional<protocol::Command>;

/// The record of that key; null if there is none.
template <class Map, class Key>
const typename Map::mapped_type* find(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

template <class Record>
bool is_alive(const Record* record) {
  return record != nullptr && record->life == store::Life::Alive;
}

bool is_forced(const store::Contents& all,
               store::EntityKind target,
               std::uint32_t id,
               const std::string& name) {
  return std::any_of(all.forces.begin(), all.forces.end(), [&](const auto& entry) {
    return entry.second.target == target && entry.second.id == id && entry.second.name == name;
  });
}

/// Whether a removal has still to be asked for.
template <class Record>
bool is_wanted(const store::Contents& all,
               const Record* record,
               const protocol::Removal& how,
               store::EntityKind target,
               std::uint32_t id,
               const std::string& name) {
  if (how.force)
    return record != nullptr && !is_forced(all, target, id, name);
  if constexpr (requires { record->skip_failed_hooks; })
    if (how.skip_failed_hooks)
      return record != nullptr && !record->skip_failed_hooks;
  return is_alive(record);
}

std::string words(const protocol::Removal& how) {
  if (how.force)
    return fmt::format(" --force --max-wait {}ms", how.max_wait);
  if (how.destroy_storage)
    return " --destroy-storage";
  return how.skip_failed_hooks ? " --skip-failed-hooks" : "";
}

std::pair<std::string, std::string> split(const std::string& text, char at) {
  const std::size_t place = text.find(at);
  return {text.substr(0, place), text.substr(place + 1)};
}

const store::Relation* find_relation(const store::Contents& all, const std::string& key) {
  const auto found = std::find_if(all.relations.begin(), all.relations.end(),
                                  [&](const auto& entry) { return entry.second.key == key; });
  return found == all.relations.end() ? nullptr : &found->second;
}

} // namespace

Step settled(Step step) {
  step.settles = true;
  return step;
}

Step create(const std::string& name, const store::Charm& charm) {
  return {"deploy " + name, [=](const store::Contents& all) -> Asked {
            if (all.applications.contains(name))
              return std::nullopt;
            return protocol::CreateApplication{name, charm, {}};
          }};
}

Step add_unit(const std::string& unit, std::optional<store::MachineId> machine) {
  return {"add-unit " + unit, [=](const store::Contents& all) -> Asked {
            if (all.units.contains(unit))
              return std::nullopt;
            return protocol::AddUnit{split(unit, '/').first, machine};
          }};
}

Step add_machine(store::MachineId id) {
  return {fmt::format("add-machine {}", id), [=](const store::Contents& all) -> Asked {
            if (all.machines.contains(id))
              return std::nullopt;
            return protocol::AddMachine{};
          }};
}

Step configure(const std::string& application,
               const std::string& option,
               const std::string& value) {
  return {"config " + application + " " + option + "=" + value.substr(0, 10),
          [=](const store::Contents& all) -> Asked {
            const auto* config = find(all.configs, application);
            const std::string* now = config == nullptr ? nullptr : find(config->values, option);
            if (now != nullptr && *now == value)
              return std::nullopt;
            return protocol::SetConfig{application, {{option, value}}, {}};
          }};
}

Step relate(const std::string& requirer, const std::string& provider) {
  return {"integrate " + requirer + " " + provider, [=](const store::Contents& all) -> Asked {
            if (find_relation(all, requirer + " " + provider) != nullptr)
              return std::nullopt;
            const auto [application, endpoint] = split(requirer, ':');
            const auto [other, other_endpoint] = split(provider, ':');
            return protocol::AddRelation{application, endpoint, other, other_endpoint};
          }};
}

Step remove_unit(const std::string& unit, protocol::Removal how) {
  return {"remove-unit " + unit + words(how), [=](const store::Contents& all) -> Asked {
            if (!is_wanted(all, find(all.units, unit), how, store::EntityKind::Unit, 0, unit))
              return std::nullopt;
            return protocol::RemoveUnit{unit, how};
          }};
}

Step remove_application(const std::string& name, protocol::Removal how) {
  return {"remove-application " + name + words(how), [=](const store::Contents& all) -> Asked {
            if (!is_wanted(all, find(all.applications, name), how, store::EntityKind::Application,
                           0, name))
              return std::nullopt;
            return protocol::RemoveApplication{name, how};
          }};
}

Step remove_relation(const std::string& requirer,
                     const std::string& provider,
                     protocol::Removal how) {
  return {"remove-relation " + requirer + " " + provider + words(how),
          [=](const store::Contents& all) -> Asked {
            const auto* relation = find_relation(all, requirer + " " + provider);
            if (relation == nullptr
                || !is_wanted(all, relation, how, store::EntityKind::Relation, relation->id, ""))
              return std::nullopt;
            return protocol::RemoveRelation{relation->id, how};
          }};
}

Step remove_machine(store::MachineId id, protocol::Removal how) {
  return {fmt::format("remove-machine {}{}", id, words(how)),
          [=](const store::Contents& all) -> Asked {
            if (!is_wanted(all, find(all.machines, id), how, store::EntityKind::Machine, id, ""))
              return std::nullopt;
            return protocol::RemoveMachine{id, how, false};
          }};
}

Step drain_machine(store::MachineId id) {
  return {fmt::format("remove-machine {} --drain", id), [=](const store::Contents& all) -> Asked {
            const auto* machine = find(all.machines, id);
            if (!is_alive(machine) || machine->draining)
              return std::nullopt;
            return protocol::RemoveMachine{id, {}, true};
          }};
}

Step resolve(const std::string& unit, bool retry) {
  Step step{"resolved " + unit + (retry ? "" : " --no-retry"),
            [=](const store::Contents& all) -> Asked {
              const auto* record = find(all.units, unit);
              if (record == nullptr || record->resolved != store::Resolved::None
                  || all.statuses.at(unit).error.hook.empty())
                return std::nullopt;
              return protocol::Resolve{unit, retry};
            }};
  step.lasts = false; // the hook may fail again
  return step;
}

Step retry_provisioning(store::MachineId id) {
  return {fmt::format("retry-provisioning {}", id), [=](const store::Contents& all) -> Asked {
            const std::string& status = all.machines.at(id).status.value;
            if (status != "down" && status != "error")
              return std::nullopt;
            return protocol::RetryProvisioning{id};
          }};
}

protocol::Removal forced(store::Milliseconds max_wait) {
  protocol::Removal how;
  how.force = true;
  how.max_wait = max_wait;
  return how;
}

protocol::Removal skipping_failed_hooks() {
  protocol::Removal how;
  how.skip_failed_hooks = true;
  return how;
}

Step restart() {
  Step step{.text = "restart"};
  step.restarts = true;
  return step;
}

Step lose_machine(store::MachineId id) {
  return {fmt::format("machine {} is lost", id), {}, [=](SimulatedWorld& world) {
            world.provider().lose(id);
          }};
}

Step find_machine(store::MachineId id) {
  return {fmt::format("machine {} is found", id), {}, [=](SimulatedWorld& world) {
            world.provider().find(id);
          }};
}

Step break_hook(const std::string& unit, const std::string& hook) {
  return {hook + " of " + unit + " breaks", {}, [=](SimulatedWorld& world) {
            world.hooks().fail(unit, hook);
          }};
}

Step mend_hook(const std::string& unit, const std::string& hook) {
  return {hook + " of " + unit + " is mended", {}, [=](SimulatedWorld& world) {
            world.hooks().mend(unit, hook);
          }};
}

Step write_setting(const std::string& unit,
                   const std::string& hook,
                   const std::string& key,
                   const std::string& value) {
  return {hook + " of " + unit + " writes " + key, {}, [=](SimulatedWorld& world) {
            world.hooks().script(unit, hook, [=](const auto& sight, hooks::HookState& state) {
              state.unit_changes[*sight.relation][key] = value;
            });
          }};
}

Step keep(const std::string& unit, const std::string& hook, const store::Settings& values) {
  return {hook + " of " + unit + " keeps " + std::to_string(values.size()) + " values",
          {},
          [=](SimulatedWorld& world) {
            world.hooks().script(
              unit, hook, [=](const auto&, hooks::HookState& state) { state.kept_after = values; });
          }};
}

Step fail_provider(const std::string& task, int times) {
  return {fmt::format("the provider fails {} times to {}", times, task),
          {},
          [=](SimulatedWorld& world) { world.provider().fail(task, "no room", times); }};
}

} // namespace orrery::test
