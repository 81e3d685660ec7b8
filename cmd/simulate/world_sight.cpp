#include "cmd/simulate/world.hpp"

#include <fmt/format.h>

#include <stdexcept>

/// Sight of a simulated world.
namespace orrery::simulate {

store::Contents World::contents() const {
  auto contents = store::read_contents(*model_->snapshot());
  if (!contents)
    throw std::runtime_error(contents.error().text);
  return std::move(*contents);
}

store::Unit World::unit(const std::string& name) const {
  return contents().units.at(name);
}

store::UnitStatus World::status(const std::string& unit) const {
  return contents().statuses.at(unit);
}

bool World::has_unit(const std::string& name) const {
  return contents().units.contains(name);
}

bool World::is_well(const store::Contents& all, const std::string& unit) {
  const auto record = all.units.find(unit);
  const auto status = all.statuses.find(unit);
  return record != all.units.end() && record->second.life == store::Life::Alive
         && status != all.statuses.end() && status->second.agent.value == "idle"
         && status->second.error.hook.empty();
}

std::vector<std::string> World::notes(const std::string& prefix) const {
  std::vector<std::string> keys;
  const auto scanned = notes_->snapshot()->scan(prefix, [&](auto key, auto) {
    keys.emplace_back(key);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  return keys;
}

std::vector<std::string> World::leftovers() const {
  const store::Contents all = contents();
  std::vector<std::string> left;
  const auto add = [&left](const char* what, const std::string& name) {
    left.push_back(std::string(what) + " " + name);
  };
  for (const auto& [name, unit] : all.units)
    add("unit", name);
  for (const auto& [name, status] : all.statuses)
    add("status of", name);
  for (const auto& [name, state] : all.charm_states)
    add("state of", name);
  for (const auto& [name, application] : all.applications)
    add("application", name);
  for (const auto& [name, config] : all.configs)
    add("options of", name);
  for (const auto& [id, relation] : all.relations)
    add("relation", relation.key);
  for (const auto& [key, scope] : all.scopes)
    add("scope of", scope.unit);
  for (const auto& [key, bag] : all.bags)
    add("settings of", bag.owner);
  for (const auto& [id, cleanup] : all.cleanups)
    add("cleanup of", std::to_string(id));
  for (const auto& [id, storage] : all.storages)
    add("storage", id);
  for (const auto& [id, secret] : all.secrets)
    add("secret of", secret.owner);
  for (const auto& [key, consumer] : all.secret_consumers)
    add("reading of a secret by", consumer.unit);
  for (const auto& [key, grant] : all.secret_grants)
    add("right to a secret of", grant.subject);
  for (const auto& [key, hook] : all.secret_hooks)
    add("hook of a secret for", hook.who);
  for (const auto& [unit, machine] : provider_.deployed())
    add("directory of", unit);
  for (const std::string& key : notes(""))
    add("note", key);
  return left;
}

std::string World::outline() const {
  const store::Contents all = contents();
  std::string text;
  const auto line = [&text](const std::string& what) { text += what + "\n"; };
  for (const auto& [id, machine] : all.machines)
    line(fmt::format("machine {} {} {} {}", id, store::to_string(machine.life), machine.instance,
                     machine.status.value));
  for (const auto& [name, unit] : all.units) {
    const store::UnitStatus& status = all.statuses.at(name);
    line(fmt::format("unit {} {} on {} of {}: {} {} {} {}", name, store::to_string(unit.life),
                     unit.machine, unit.principal, status.workflow, status.workload.value,
                     status.agent.value, status.error.hook));
  }
  for (const auto& [name, application] : all.applications)
    // Whether one that goes is still led depends on which of its units went first.
    line(fmt::format(
      "application {} {} units {} relations {} {}", name, store::to_string(application.life),
      application.unit_count, application.relation_count,
      application.life == store::Life::Alive && !application.leader.empty() ? "led" : ""));
  for (const auto& [id, relation] : all.relations)
    line(fmt::format("relation {} {} {}", id, relation.key, store::to_string(relation.life)));
  for (const auto& [key, scope] : all.scopes)
    line(fmt::format("scope {} {} {} {}", scope.relation, scope.unit, scope.container,
                     scope.departing));
  for (const auto& [key, bag] : all.bags)
    for (const auto& [option, value] : bag.values)
      line(fmt::format("bag {} {} {}={}", bag.relation, bag.owner, option, value));
  for (const auto& [name, state] : all.charm_states)
    for (const auto& [key, value] : state.values)
      line(fmt::format("state {} {}={}", name, key, value));
  for (const auto& [id, cleanup] : all.cleanups)
    line(fmt::format("cleanup {}", id));
  for (const auto& [id, storage] : all.storages) {
    const auto held = all.attachments.find(id);
    line(fmt::format("storage {} {} of \"{}\"{}{}{}", id, store::to_string(storage.life),
                     storage.unit, storage.placed ? " placed" : "",
                     held != all.attachments.end() && held->second.attached ? " attached" : "",
                     provider_.data().contains(id) ? " with data" : ""));
  }
  for (const auto& [id, secret] : all.secrets)
    line(fmt::format("secret {} of \"{}\" {}: {} revisions up to {}", id, secret.owner,
                     secret.label, secret.revisions.size(), secret.newest));
  for (const auto& [key, reader] : all.secret_consumers)
    line(fmt::format("{} reads revision {} of secret {}", reader.unit, reader.revision,
                     reader.secret));
  for (const auto& [key, grant] : all.secret_grants)
    line(fmt::format("secret {} is granted to {}", grant.secret, grant.subject));
  for (const std::string& key : notes(""))
    line(fmt::format("note {}", key));
  for (const auto& [unit, machine] : provider_.deployed())
    line(fmt::format("deployed {} on {}", unit, machine));
  for (const std::string& instance : provider_.instances())
    line("instance " + instance);
  return text;
}

} // namespace orrery::simulate
