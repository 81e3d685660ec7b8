#include "cmd/render/picture.hpp"

#include "cmd/render/reason.hpp"

#include <algorithm>
#include <set>

namespace orrery::render {
namespace {

std::vector<std::string> principals_of(const Index& index, const store::Application& application) {
  std::set<std::string> names;
  if (application.subordinate)
    for (const store::Relation* relation : index.relations_of(application.name)) {
      const store::RelationEnd* other = other_end(*relation, application.name);
      if (relation->scope == store::ScopeKind::Container && other->application != application.name)
        names.insert(other->application);
    }
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(), store::natural_less);
  return sorted;
}

/// Counts the unit and takes its status if it is the most severe so far; of equals the first.
void take_in(ApplicationPicture& picture, const UnitState& state) {
  const std::string& agent = state.agent.value;
  picture.ready += agent == "idle" || agent == "executing" ? 1 : 0;
  const bool first = picture.wanted++ == 0;
  if (first || severity(state.workload.value) > severity(picture.status.value))
    picture.status = state.workload;
}

ApplicationPicture draw_application(const Index& index,
                                    const store::Application& application,
                                    const TimeFormat& time) {
  ApplicationPicture picture;
  picture.application = &application;
  picture.charm = index.charm(application.charm);
  picture.status = {"unknown", "", application.turn.since};
  picture.version = application.version;
  picture.subordinate_to = principals_of(index, application);
  picture.waiting_on = application_reason(index, application);
  for (const store::Unit* unit : index.units_of(application.name)) {
    if (index.is_nested(*unit)) {
      take_in(picture, unit_state(index, *unit, time));
      continue;
    }
    picture.units.push_back(draw_unit(index, *unit, time));
    take_in(picture, picture.units.back().state);
  }
  if (!application.status.value.empty())
    picture.status = application.status;
  return picture;
}

std::string end_text(const store::RelationEnd& end) {
  return end.application + ":" + end.endpoint;
}

RelationPicture draw_relation(const Index& index, const store::Relation& relation) {
  RelationPicture picture;
  picture.relation = &relation;
  for (const store::RelationEnd& end : relation.ends) {
    if (end.role != store::Role::Requirer)
      picture.provider = end_text(end);
    if (end.role != store::Role::Provider)
      picture.requirer = end_text(end);
  }
  picture.type = relation.ends.size() == 1                       ? "peer"
                 : relation.scope == store::ScopeKind::Container ? "subordinate"
                                                                 : "regular";
  if (relation.life != store::Life::Alive)
    picture.message = told("", relation.life, relation_reason(index, relation));
  else if (relation.status == store::RelationStatus::Joining)
    picture.message = store::to_string(relation.status);
  return picture;
}

} // namespace

std::string told(const std::string& message, store::Life life, const std::string& waiting_on) {
  if (life == store::Life::Alive || waiting_on.empty())
    return message;
  const std::string turn = std::string(to_string(life)) + ": " + waiting_on;
  return message.empty() ? turn : turn + "; " + message;
}

UnitPicture draw_unit(const Index& index, const store::Unit& unit, const TimeFormat& time) {
  UnitPicture picture;
  picture.unit = &unit;
  picture.state = unit_state(index, unit, time);
  const auto& contents = index.contents();
  const auto application = contents.applications.find(unit.application);
  picture.leader =
    application != contents.applications.end() && application->second.leader == unit.name;
  if (const auto machine = contents.machines.find(unit.machine);
      unit.assigned && machine != contents.machines.end())
    picture.address = machine->second.address;
  picture.reported = index.status_of(unit.name);
  picture.waiting_on = unit_reason(index, unit);
  if (unit.principal.empty()) // a subordinate has none, whatever the records say: no circles
    for (const store::Unit* subordinate : index.subordinates_of(unit.name))
      picture.subordinates.push_back(draw_unit(index, *subordinate, time));
  return picture;
}

MachinePicture draw_machine(const Index& index, const store::Machine& machine) {
  MachinePicture picture;
  picture.machine = &machine;
  picture.instance = {machine.instance.empty() ? "allocating" : "running", machine.status.message,
                      machine.status.since};
  if (machine.instance.empty() && machine.status.value == "error")
    picture.instance.value = "provisioning error";
  if (picture.instance.message.empty())
    picture.instance.message = picture.instance.value;
  picture.waiting_on = machine_reason(index, machine);
  return picture;
}

Picture draw(const Index& index, const TimeFormat& time) {
  const store::Contents& contents = index.contents();
  Picture picture;
  picture.model = &contents.model;
  for (const std::string_view name : index.applications())
    picture.applications.push_back(
      draw_application(index, contents.applications.find(std::string(name))->second, time));
  for (const auto& [id, machine] : contents.machines)
    picture.machines.push_back(draw_machine(index, machine));
  for (const auto& [id, relation] : contents.relations)
    picture.relations.push_back(draw_relation(index, relation));
  std::stable_sort(picture.relations.begin(), picture.relations.end(),
                   [](const RelationPicture& left, const RelationPicture& right) {
                     if (left.provider != right.provider)
                       return store::natural_less(left.provider, right.provider);
                     return store::natural_less(left.requirer, right.requirer);
                   });
  return picture;
}

} // namespace orrery::render
