#include "cmd/conditions/facts.hpp"

#include "cmd/views/render/picture.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd::console {

namespace {

std::string word(bool value) {
  return value ? "true" : "false";
}

Entity unit_facts(const render::Index& index, const store::Unit& unit) {
  const auto state = render::unit_state(index, unit, {});
  const auto* reported = index.status_of(unit.name);
  const store::Application* application = index.application_of(unit);
  const bool leads = application != nullptr && application->leader == unit.name;
  Entity entity{store::EntityKind::Unit, unit.name, {}};
  entity.facts = {{"name", unit.name},
                  {"app", unit.application},
                  {"application", unit.application},
                  {"life", std::string{store::to_string(unit.life)}},
                  {"status", state.workload->value},
                  {"workload", state.workload->value},
                  {"message", state.workload->message},
                  {"agent", state.agent->value},
                  {"workflow", reported != nullptr ? reported->workflow : ""},
                  {"error", reported != nullptr ? reported->error.hook : ""},
                  {"version", reported != nullptr ? reported->version : ""},
                  {"machine", unit.assigned ? std::to_string(unit.machine) : ""},
                  {"principal", unit.principal},
                  {"subordinate", word(!unit.principal.empty())},
                  {"leader", word(leads)},
                  {"charm", unit.charm}};
  return entity;
}

Entity application_facts(const render::ApplicationPicture& picture) {
  const auto& application = *picture.application;
  Entity entity{store::EntityKind::Application, application.name, {}};
  entity.facts = {{"name", application.name},
                  {"life", std::string{store::to_string(application.life)}},
                  {"status", picture.status.value},
                  {"message", picture.status.message},
                  {"units", std::to_string(application.unit_count)},
                  {"ready", std::to_string(picture.ready)},
                  {"relations", std::to_string(application.relation_count)},
                  {"charm", picture.charm != nullptr ? picture.charm->name : ""},
                  {"charm-url", application.charm},
                  {"leader", application.leader},
                  {"subordinate", word(application.subordinate)},
                  {"exposed", word(application.exposed)},
                  {"version", picture.version}};
  return entity;
}

void add_applications(std::vector<Entity>& found, const render::Index& index) {
  const store::PackedUnits units = store::pack_units(index.contents());
  for (const auto& application : render::draw(index, units, {}).applications)
    found.push_back(application_facts(application));
}

Entity machine_facts(const render::Index& index, const store::Machine& machine) {
  const auto id = std::to_string(machine.id);
  Entity entity{store::EntityKind::Machine, id, {}};
  entity.facts = {{"name", id},
                  {"id", id},
                  {"life", std::string{store::to_string(machine.life)}},
                  {"status", machine.status.value},
                  {"message", machine.status.message},
                  {"instance", machine.instance},
                  {"address", machine.address},
                  {"units", std::to_string(index.principals_on(machine.id).size())},
                  {"manage-model", word(machine.manage_model)}};
  return entity;
}

Entity relation_facts(const store::Relation& relation) {
  const auto id = std::to_string(relation.id);
  Entity entity{store::EntityKind::Relation, id, {}};
  const auto end = [&relation](std::size_t i) {
    return i < relation.ends.size() ? relation.ends[i].application : std::string{};
  };
  entity.facts = {{"name", id},
                  {"id", id},
                  {"key", relation.key},
                  {"life", std::string{store::to_string(relation.life)}},
                  {"interface", relation.interface},
                  {"scope", relation.scope == store::ScopeKind::Global ? "global" : "container"},
                  {"units", std::to_string(relation.unit_count)},
                  {"peer", word(relation.ends.size() == 1)},
                  {"requirer", relation.ends.size() == 2 ? end(0) : ""},
                  {"provider", end(1)}};
  return entity;
}

} // namespace

std::optional<store::EntityKind> parse_kind(std::string_view word) {
  if (word.ends_with('s'))
    word.remove_suffix(1);
  return word == "app" ? store::EntityKind::Application : store::parse_entity_kind(word);
}

std::string unknown_kind(std::string_view word) {
  return "unknown kind \"" + std::string{word} + "\""
         + nearest_or_all(word, {"unit", "application", "machine", "relation"});
}

const std::vector<std::string>& fact_names(store::EntityKind kind) {
  static const std::vector<std::string> unit{
    "name",     "app",   "application", "life",    "status",    "workload",    "message", "agent",
    "workflow", "error", "version",     "machine", "principal", "subordinate", "leader",  "charm"};
  static const std::vector<std::string> application{
    "name",  "life",      "status", "message",     "units",   "ready",  "relations",
    "charm", "charm-url", "leader", "subordinate", "exposed", "version"};
  static const std::vector<std::string> machine{
    "name", "id", "life", "status", "message", "instance", "address", "units", "manage-model"};
  static const std::vector<std::string> relation{"name",  "id",    "key",  "life",     "interface",
                                                 "scope", "units", "peer", "requirer", "provider"};
  switch (kind) {
  case store::EntityKind::Unit:
    return unit;
  case store::EntityKind::Application:
    return application;
  case store::EntityKind::Machine:
    return machine;
  case store::EntityKind::Relation:
    return relation;
  }
  return unit;
}

std::vector<Entity> entities(const store::Contents& contents, store::EntityKind kind) {
  std::vector<Entity> found;
  const render::Index index{contents};
  switch (kind) {
  case store::EntityKind::Unit:
    for (const auto& [name, unit] : contents.units)
      found.push_back(unit_facts(index, unit));
    break;
  case store::EntityKind::Application:
    add_applications(found, index);
    break;
  case store::EntityKind::Machine:
    for (const auto& [id, machine] : contents.machines)
      found.push_back(machine_facts(index, machine));
    break;
  case store::EntityKind::Relation:
    for (const auto& [id, relation] : contents.relations)
      found.push_back(relation_facts(relation));
    break;
  }
  std::sort(found.begin(), found.end(),
            [](const Entity& a, const Entity& b) { return store::natural_less(a.name, b.name); });
  return found;
}

} // namespace orrery::cmd::console
