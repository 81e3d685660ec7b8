#include "cmd/views/explain/explain.hpp"

#include "cmd/views/explain/entity.hpp"
#include "cmd/views/explain/steps.hpp"
#include "cmd/views/explain/tree.hpp"
#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace orrery::explain {
namespace {

using render::Index;

bool exists(const Index& index, const Subject& subject) {
  switch (subject.kind) {
  case store::EntityKind::Unit:
    return find_unit(index, subject.name) != nullptr;
  case store::EntityKind::Application:
    return find_application(index, subject.name) != nullptr;
  case store::EntityKind::Machine:
    return find_machine(index, subject.name) != nullptr;
  case store::EntityKind::Relation:
    break;
  }
  return find_relation(index, subject.name) != nullptr;
}

/// `machine 0 stays (dummy/3, dummy/4)`, or `machine 0 stays` once nothing else is there.
std::string stays(const Index& index, store::MachineId machine, const std::set<std::string>& go) {
  std::string names;
  std::size_t others = 0, named = 0;
  for (const store::Unit* unit : index.principals_on(machine)) {
    if (go.contains(unit->name))
      continue;
    if (++others <= stays_named_max)
      names += (++named > 1 ? ", " : "") + unit->name;
  }
  others += render::count_of(index.omitted().principals, machine);
  if (others > named)
    names += " and " + std::to_string(others - named) + " more";
  return "machine " + std::to_string(machine) + " stays"
         + (names.empty() ? "" : " (" + names + ")");
}

/// The machines of the units that go: removing a unit removes no machine.
void add_stays(Explanation& explanation, const Index& index, const Subject& subject) {
  if (subject.kind == store::EntityKind::Machine)
    return;
  std::map<store::MachineId, std::set<std::string>> going;
  for (const Step& step : explanation.steps)
    if (const auto* unit = find_unit(index, step.subject.name);
        step.action == Step::Action::Delete && step.subject.kind == store::EntityKind::Unit
        && unit != nullptr && unit->principal.empty() && unit->assigned)
      going[unit->machine].insert(unit->name);
  for (const auto& [machine, units] : going)
    if (explanation.stays.size() < stays_max && explanation.steps_left_out == 0)
      explanation.stays.push_back(stays(index, machine, units));
}

} // namespace

tl::expected<Explanation, std::string>
explain(const Index& index, const Subject& subject, const Options& options) {
  if (!exists(index, subject))
    return tl::unexpected(std::string(store::word_of(subject.kind)) + " \""
                          + render::escaped(subject.name) + "\" not found");
  Explanation explanation;
  explanation.root = tree_of(index, subject, options);
  add_steps(explanation, index, subject, options);
  add_stays(explanation, index, subject);
  return explanation;
}

} // namespace orrery::explain
