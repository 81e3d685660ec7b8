#include "actors/foretell/dry_run.hpp"
#include "actors/foretell/duties.hpp"
#include "actors/foretell/played_unit.hpp"
#include "actors/protocol/command_names.hpp"

#include <set>
#include <utility>

namespace orrery::foretell {

namespace {

using rules::DryModel;

/// Entities whose agents have something to look at.
class Watch {
public:
  explicit Watch(const DryModel& model) : model_(model) {
    for (const auto& [name, unit] : model.states().units)
      units.insert(name);
    for (const auto& [id, machine] : model.states().machines)
      machines.insert(id);
    for (const auto& [id, cleanup] : model.contents().cleanups)
      cleanups.insert(id);
  }

  std::set<std::string> units;
  std::set<store::MachineId> machines;
  std::set<store::RelationId> cleanups;

  [[nodiscard]] bool empty() const { return units.empty() && machines.empty() && cleanups.empty(); }

  void operator()(const store::Unit& record) {
    stir(record.name);
    if (!record.principal.empty())
      stir(record.principal);
    if (record.assigned)
      machines.insert(record.machine);
  }
  void operator()(const store::UnitStatus& record) { stir(record.unit); }
  void operator()(const store::Scope& record) { stir(record.unit); }
  void operator()(const store::Machine& record) {
    machines.insert(record.id);
    if (const auto found = model_.states().machines.find(record.id);
        found != model_.states().machines.end())
      for (const std::string& name : found->second.principals)
        stir(name);
  }
  void operator()(const store::Cleanup& record) { cleanups.insert(record.relation); }
  void operator()(const store::Application& record) {
    const bool leaderless = record.life == store::Life::Alive && record.leader.empty();
    if (record.turn.sequence == model_.contents().sequence || leaderless)
      stir_all(record.name);
  }
  /// Counts alone concern nobody.
  void operator()(const store::Relation& record) {
    if (record.turn.sequence == model_.contents().sequence
        || !model_.states().relations.contains(record.id))
      for (const store::RelationEnd& end : record.ends)
        stir_all(end.application);
  }
  template <class Other>
  void operator()(const Other&) {}

private:
  /// All units of an application.
  void stir_all(const std::string& application) {
    const std::string first = application + "/";
    const auto& all = model_.states().units;
    for (auto unit = all.lower_bound(first); unit != all.end() && unit->first.starts_with(first);
         ++unit)
      units.insert(unit->first);
  }
  /// A unit and its subordinates.
  void stir(const std::string& name) {
    units.insert(name);
    if (const auto found = model_.states().units.find(name); found != model_.states().units.end())
      for (const auto& [subordinate, life] : found->second.subordinates)
        units.insert(subordinate);
  }

  const DryModel& model_;
};

/// Lets agents work, one round after the other; one use.
class Settling {
public:
  Settling(DryModel& model, const GaveUp& gave_up)
    : model_(model), gave_up_(gave_up), watch_(model),
      left_(1'000
            + 100
                * (model.contents().units.size() + model.contents().scopes.size()
                   + model.contents().machines.size() + model.contents().relations.size())) {}

  Settled run() {
    do
      while (!watch_.empty() && left_ > 0)
        round();
    while (left_ > 0 && force());
    return {std::move(steps_), left_ > 0};
  }

private:
  void round() {
    for (const std::string& name : std::exchange(watch_.units, {})) {
      if (is_over())
        return;
      play(name);
    }
    for (const store::MachineId id : std::exchange(watch_.machines, {}))
      while (try_each(duties_of_machine(id)))
        continue;
    for (const store::RelationId id : std::exchange(watch_.cleanups, {}))
      if (model_.contents().cleanups.contains(id))
        (void)attempt(cleanup_duty(model_.contents(), id));
  }
  /// F5: only when the orderly way is at its end. @returns whether something moved.
  bool force() {
    bool moved = false;
    const auto forces = model_.contents().forces;
    for (const auto& [key, force] : forces)
      for (const protocol::Command& command : force_duties(model_.states(), force))
        moved = attempt(command) || moved;
    return moved;
  }
  void play(const std::string& name) {
    units_.play(model_.states(), name,
                [this](const protocol::Command& command) { return attempt(command); });
  }
  [[nodiscard]] Commands duties_of_machine(store::MachineId id) const {
    const auto machine = model_.states().machines.find(id);
    return machine == model_.states().machines.end()
             ? Commands{}
             : machine_duties(model_.states(), machine->second);
  }
  bool try_each(const Commands& commands) {
    for (const protocol::Command& command : commands)
      if (attempt(command))
        return true;
    return false;
  }
  /// @returns whether it changed something.
  bool attempt(const protocol::Command& command) {
    if (is_over())
      return false;
    DryModel::Ran ran = model_.run(command);
    if (ran.writes.empty())
      return false;
    for (const rules::Write& write : ran.writes)
      std::visit(watch_, write.record);
    if (!ran.effects.empty())
      steps_.push_back({std::string(protocol::name_of(command)), std::move(ran.effects)});
    --left_;
    return true;
  }

  /// Whether a bound is reached. Who gives up takes away what is left.
  bool is_over() {
    if (left_ > 0 && ++asked_ % ask_each == 0 && gave_up_())
      left_ = 0;
    return left_ == 0;
  }

  static constexpr std::size_t ask_each = 64; ///< Asking costs a look at a socket.

  DryModel& model_;
  const GaveUp& gave_up_;
  std::size_t asked_ = 0;
  Watch watch_;
  PlayedUnits units_;
  std::size_t left_; ///< Transactions that may still happen.
  std::vector<DryStep> steps_;
};

} // namespace

Settled let_settle(DryModel& model, const GaveUp& gave_up) {
  return Settling{model, gave_up}.run();
}

} // namespace orrery::foretell
