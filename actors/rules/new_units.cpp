#include "actors/rules/new_units.hpp"

#include "actors/rules/storage_ranges.hpp"
#include "actors/rules/unit.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::rules {

namespace {

using store::Life;

Decision not_alive(const ApplicationState& application, std::string_view wanted) {
  return refuse(protocol::Code::NotAlive,
                fmt::format("application \"{}\" is {} and {}: wait until it is removed",
                            application.record.name, store::to_string(application.record.life),
                            wanted));
}

store::Unit new_unit(const ApplicationState& application, const Context& context) {
  store::Unit unit;
  unit.name = store::unit_name(application.record.name, application.record.next_unit);
  unit.application = application.record.name;
  unit.turn = {context.now, context.cause};
  unit.assigned = false;
  unit.charm = application.record.charm; // P37
  unit.charm_changes = application.record.charm_changes;
  return unit;
}

Decision count_unit(const ApplicationState& application, const store::Unit& unit) {
  store::Application grown = application.record;
  ++grown.unit_count;
  ++grown.next_unit;
  Decision decision;
  decision.created = unit.name;
  decision.writes.push_back(put(std::move(grown)));
  return decision;
}

void put_unit(Decision& decision,
              const store::Unit& unit,
              NumberStorage storage,
              const Context& context) {
  decision.writes.push_back(create(unit));
  decision.writes.push_back(put(first_status(unit.name, context.now)));
  storage.unit = unit.name;
  give_storage(decision, std::move(storage));
}

} // namespace

Decision add_unit(const ApplicationState& application,
                  const protocol::AddUnit& add,
                  const Context& context) {
  if (application.record.life != Life::Alive) // A2
    return not_alive(application, "takes no units");
  if (application.record.subordinate) // B5
    return refuse(
      protocol::Code::IsSubordinate,
      fmt::format(
        "application \"{}\" is a subordinate: its units come with those of the application "
        "it is related to (integrate)",
        application.record.name));
  auto storage = storage_of_new_unit(*application.charm, application.record.storage);
  if (const auto refusal = attach_to_new_unit(*application.charm, add.attached, storage)) // ST14
    return refuse(refusal->code, refusal->text);
  store::Unit unit = new_unit(application, context);
  Decision decision = count_unit(application, unit);
  if (!add.machine) {
    decision.visits.push_back(
      {model(), MachineForUnit{std::move(unit), application.record.constraints.text(),
                               std::move(storage), add.attached}});
    return decision;
  }
  unit.assigned = true;
  unit.machine = *add.machine;
  put_unit(decision, unit, {{}, std::move(storage), add.attached, false}, context);
  return decision;
}

Decision add_subordinate(const ApplicationState& application,
                         const AddSubordinate& add,
                         const Context& context) {
  if (!application.record.subordinate)
    return proceed(); // two principals in a container relation: nobody is made
  if (application.record.life != Life::Alive)
    return not_alive(application, "takes no units");
  store::Unit unit = new_unit(application, context);
  unit.principal = add.principal;
  unit.assigned = add.assigned;
  unit.machine = add.machine;
  Decision decision = count_unit(application, unit);
  auto storage = storage_of_new_unit(*application.charm, application.record.storage);
  put_unit(decision, unit, {{}, std::move(storage), {}, false}, context);
  return decision;
}

} // namespace orrery::rules
