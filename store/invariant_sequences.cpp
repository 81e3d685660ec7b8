#include "store/violations.hpp"

#include <unordered_map>

namespace orrery::store {

namespace {

void check_model(const Contents& contents, Violations& violations) {
  const Model& model = contents.model;
  // Ids are the maps' order: the last is the greatest.
  if (!contents.machines.empty() && contents.machines.rbegin()->first >= model.next_machine)
    violations.say("the model's next machine is ", model.next_machine, ", but machine ",
                   contents.machines.rbegin()->first, " exists");
  if (!contents.relations.empty() && contents.relations.rbegin()->first >= model.next_relation)
    violations.say("the model's next relation is ", model.next_relation, ", but ",
                   name_of(contents.relations.rbegin()->second), " exists");
  if (!contents.cleanups.empty() && contents.cleanups.rbegin()->first >= model.next_relation)
    violations.say("the model's next relation is ", model.next_relation, ", but relation ",
                   contents.cleanups.rbegin()->first, " is under cleanup");
}

void check_uids(const Contents& contents, Violations& violations) {
  std::unordered_map<std::uint64_t, std::string> holders;
  for (const auto& [name, application] : contents.applications) {
    if (application.uid >= contents.model.next_application)
      violations.say("the model's next application uid is ", contents.model.next_application,
                     ", but application ", name, " has ", application.uid);
    if (const auto [holder, first] = holders.emplace(application.uid, name); !first)
      violations.say("applications ", holder->second, " and ", name, " have the same uid ",
                     application.uid);
  }
}

} // namespace

void check_sequences(const Contents& contents, Violations& violations) {
  check_model(contents, violations);
  check_uids(contents, violations);
  for (const auto& [name, unit] : contents.units) {
    const auto parts = split_unit(name);
    const auto application = contents.applications.find(unit.application);
    if (!parts)
      violations.say("unit ", name, " has no unit's name");
    else if (application != contents.applications.end() && parts->application == unit.application
             && parts->number >= application->second.next_unit)
      violations.say("application ", unit.application, "'s next unit is ",
                     application->second.next_unit, ", but unit ", name, " exists");
  }
  for (const auto& [application, sequence] : contents.sequences)
    if (contents.applications.contains(application))
      violations.say("application ", application, " exists, but a unit sequence at ", sequence.next,
                     " is kept as if it were gone");
}

} // namespace orrery::store
