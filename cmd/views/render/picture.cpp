#include "cmd/views/render/picture.hpp"

#include "cmd/views/render/reason.hpp"
#include "store/give_way.hpp"
#include "store/severity.hpp"

#include <algorithm>
#include <map>
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

ApplicationPicture draw_application(const Index& index, const store::Application& application) {
  ApplicationPicture picture;
  picture.application = &application;
  picture.charm = index.charm(application.charm);
  picture.version = application.version;
  picture.subordinate_to = principals_of(index, application);
  picture.waiting_on = application_reason(index, application);
  return picture;
}

/// Units of one application, with the one in the most severe status; of equals the first in natural
/// order.
struct UnitCount {
  std::uint32_t ready = 0, all = 0;
  std::string worst; ///< Its name.
  store::Status status;
  std::string version;      ///< The leader's, else of the first in natural order that has told one.
  std::string versioned_by; ///< That unit.
  bool leader_has_version = false;
};
using UnitCounts = std::map<std::string, UnitCount>;

bool is_worse(const UnitPicture& unit, const UnitCount& count) {
  const std::string& word = unit.state.workload->value;
  const std::string& than = count.status.value;
  const int more = word == than ? 0 : store::severity(word) - store::severity(than);
  return more > 0 || (more == 0 && comes_before_in_application(unit.unit->name, count.worst));
}

void take_version(UnitCount& count, const UnitPicture& unit) {
  if (unit.reported == nullptr || unit.reported->version.empty() || count.leader_has_version)
    return;
  const std::string& name = unit.unit->name;
  if (!unit.leader && !count.version.empty()
      && !comes_before_in_application(name, count.versioned_by))
    return;
  count.version = unit.reported->version;
  count.versioned_by = name;
  count.leader_has_version = unit.leader;
}

void take_in(UnitCount& count, const UnitPicture& unit) {
  take_version(count, unit);
  const std::string& agent = unit.state.agent->value;
  count.ready += agent == "idle" || agent == "executing" ? 1 : 0;
  if (count.all++ == 0 || is_worse(unit, count)) {
    count.worst = unit.unit->name;
    count.status = *unit.state.workload;
  }
}

UnitCounts counts_of(const Picture& picture) {
  UnitCounts counts;
  for (const ApplicationPicture& application : picture.applications) {
    UnitCount& own = counts[application.application->name];
    picture.roll.each_of(application.application->name, [&](const UnitPicture& unit) {
      take_in(own, unit);
      for (const UnitPicture& subordinate : unit.subordinates)
        take_in(counts[subordinate.unit->application], subordinate);
    });
  }
  return counts;
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

void count_units(Picture& picture) {
  const UnitCounts counts = counts_of(picture);
  for (ApplicationPicture& each : picture.applications) {
    const UnitCount& count = counts.find(each.application->name)->second;
    each.ready = count.ready;
    each.wanted = count.all;
    if (!count.version.empty())
      each.version = count.version;
    if (!each.application->status.value.empty())
      each.status = each.application->status;
    else if (count.all > 0)
      each.status = count.status;
    else
      each.status = {"unknown", "", each.application->turn.since};
  }
}

Picture draw(const Index& index, const store::PackedUnits& units, const TimeFormat& time) {
  const store::Contents& contents = index.contents();
  Picture picture(Roll(units, index, time));
  picture.model = &contents.model;
  for (const std::string_view name : index.applications())
    picture.applications.push_back(
      draw_application(index, contents.applications.find(std::string(name))->second));
  picture.machines.reserve(contents.machines.size());
  for (const auto& [id, machine] : contents.machines) {
    picture.machines.push_back(draw_machine(index, machine));
    store::give_way();
  }
  for (const auto& [id, relation] : contents.relations)
    picture.relations.push_back(draw_relation(index, relation));
  std::stable_sort(picture.relations.begin(), picture.relations.end(),
                   [](const RelationPicture& left, const RelationPicture& right) {
                     if (left.provider != right.provider)
                       return store::natural_less(left.provider, right.provider);
                     return store::natural_less(left.requirer, right.requirer);
                   });
  count_units(picture);
  return picture;
}

} // namespace orrery::render
