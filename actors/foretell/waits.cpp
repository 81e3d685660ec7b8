#include "actors/foretell/dry_run.hpp"
#include "actors/foretell/sight_of_states.hpp"
#include "actors/foretell/stuck.hpp"
#include "actors/rules/wording.hpp"
#include "config/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace orrery::foretell {

namespace {

using rules::ApplicationState;
using rules::DryModel;
using rules::MachineState;
using rules::RelationState;
using rules::States;
using rules::UnitState;
using rules::Who;

constexpr std::size_t most_named = 3;

/// `web/0, web/1, web/2 and 4 more`.
template <class Names>
std::string some_of(const Names& names) {
  std::vector<std::string> first;
  for (const std::string& name : names)
    if (first.size() < most_named)
      first.push_back(name);
  const std::string text = rules::listed(first, ", ");
  return names.size() <= most_named
           ? text
           : fmt::format("{} and {} more", text, names.size() - most_named);
}

/// Looks up in a settled model what holds each kind of entity; one use.
class WaitReader {
public:
  explicit WaitReader(const DryModel& model) : model_(model), states_(model.states()) {}

  std::vector<DryWait> read() {
    for (const auto& [name, unit] : states_.units)
      read_unit(unit);
    for (const auto& [id, machine] : states_.machines)
      read_machine(machine);
    for (const auto& [id, relation] : states_.relations)
      read_relation(relation);
    for (const auto& [name, application] : states_.applications)
      read_application(application);
    return std::move(waits_);
  }

private:
  void add(const Who& who, std::string why) {
    waits_.push_back({who, rules::shown(model_.contents(), who), std::move(why)});
  }

  void read_unit(const UnitState& unit) {
    const std::string stuck = unit_stuck(states_, unit);
    if (unit.record.life == store::Life::Alive) {
      if (const auto kept = storage_that_goes(unit); !stuck.empty() && !kept.empty())
        add(rules::who(unit.record), stuck + ", and keeps storage " + some_of(kept));
      else if (!stuck.empty() && is_awaited(unit))
        add(rules::who(unit.record), stuck);
    } else if (unit.record.life == store::Life::Dead) {
      add(rules::who(unit.record), dead_unit(unit));
    } else if (!stuck.empty()) {
      add(rules::who(unit.record), stuck);
    } else if (!unit.subordinates.empty()) {
      std::set<std::string> names;
      for (const auto& [name, life] : unit.subordinates)
        names.insert(name);
      add(rules::who(unit.record), "still has subordinate " + some_of(names));
    } else {
      add(rules::who(unit.record), "waits for whoever runs its agent");
    }
  }
  static std::string dead_unit(const UnitState& unit) {
    return unit.record.principal.empty()
             ? fmt::format("waits for the agent of machine {} to remove it", unit.record.machine)
             : fmt::format("waits for the agent of {} to remove it", unit.record.principal);
  }
  /// Lists instances whose attachments to the unit end with its next hooks, and whether their data
  /// does, too (ST25).
  static std::set<std::string> storage_that_goes(const UnitState& unit) {
    std::set<std::string> ids;
    for (const auto& [key, held] : unit.storages())
      if (held.attachment.life != store::Life::Alive)
        ids.insert(held.attachment.storage
                   + (held.storage.life == store::Life::Alive ? "" : " (its data goes then)"));
    return ids;
  }
  /// Whether something waits for a unit that is to stay: a relation that it has yet to enter or to
  /// leave.
  [[nodiscard]] bool is_awaited(const UnitState& unit) const {
    const agents::UnitSight seen = sight_of(states_, unit);
    return std::any_of(seen.relations.begin(), seen.relations.end(), [](const auto& entry) {
      const agents::SeenRelation& relation = entry.second;
      return (relation.life == store::Life::Alive) != relation.in_scope;
    });
  }
  void read_machine(const MachineState& machine) {
    const std::string stuck = machine_stuck(machine);
    if (machine.record.life == store::Life::Alive) {
      if (machine.record.draining && !machine.principals.empty())
        add(rules::machine(machine.record.id), "still hosts " + some_of(machine.principals));
      else if (machine.record.instance.empty())
        add(rules::machine(machine.record.id), "has no instance, " + stuck);
    } else if (!machine.principals.empty()) {
      add(rules::machine(machine.record.id), "still hosts " + some_of(machine.principals));
    } else {
      add(rules::machine(machine.record.id), stuck);
    }
  }
  void read_relation(const RelationState& relation) {
    if (relation.record.life == store::Life::Alive)
      return;
    std::set<std::string> names;
    for (const auto& [name, scope] : relation.members)
      names.insert(name);
    add(rules::relation(relation.record.id), "still in scope: " + some_of(names));
  }
  void read_application(const ApplicationState& application) {
    const store::Application& record = application.record;
    if (record.life == store::Life::Alive)
      return;
    std::string why = "still has ";
    if (record.unit_count > 0)
      why += config::counted(record.unit_count, "unit");
    if (record.relation_count > 0)
      why +=
        (record.unit_count > 0 ? " and " : "") + config::counted(record.relation_count, "relation");
    add(rules::application(record.name), std::move(why));
  }

  const DryModel& model_;
  const States& states_;
  std::vector<DryWait> waits_;
};

} // namespace

std::vector<DryWait> waits_in(const DryModel& settled) {
  return WaitReader{settled}.read();
}

} // namespace orrery::foretell
