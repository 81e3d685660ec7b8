#include "actors/foretell/played_unit.hpp"

#include "actors/foretell/rebuilt_notes.hpp"
#include "actors/foretell/sight_of_states.hpp"
#include "actors/foretell/stuck.hpp"
#include "actors/rules/ties.hpp"
#include "actors/workflow/refresh_steps.hpp"

#include <set>
#include <utility>

namespace orrery::foretell {

namespace {

using agents::UnitNotes;
using rules::States;
using rules::UnitState;
using store::Life;

/// One unit's agent at work: takes step after step, as Mind does, each hook a success.
class Play {
public:
  Play(const States& states, UnitNotes& notes, const Attempt& attempt)
    : states_(states), notes_(notes), attempt_(attempt) {}

  void run(const UnitState& unit) {
    is_held_ = !host_stuck(states_, unit).empty();
    for (remote_ = sight(); remote_.life != Life::Dead; remote_ = sight())
      if (!take_steps(unit.record))
        return;
  }

private:
  [[nodiscard]] agents::UnitSight sight() const {
    const auto unit = states_.units.find(notes_.unit);
    if (unit == states_.units.end()) {
      agents::UnitSight gone;
      gone.life = Life::Dead;
      return gone;
    }
    agents::UnitSight seen = sight_of(states_, unit->second);
    for (const store::RelationId id : refused_)
      if (const auto relation = seen.relations.find(id); relation != seen.relations.end())
        relation->second.enter_blocked = true;
    seen.leadership_free &= !claim_was_refused_;
    return seen;
  }

  /// @returns whether something has changed, so that a new sight is worth a look; false: it waits
  [[nodiscard]] bool take_steps(const store::Unit& record) {
    for (;;) {
      const agents::Next step = agents::next(notes_, remote_, now_, policy_);
      if (is_held_ && !std::holds_alternative<agents::BecomeDying>(step)
          && !std::holds_alternative<agents::Depart>(step))
        return false; // nobody acts on its machine; what it is for others is told first (S11)
      if (local_step(step))
        continue;
      if (const auto* wait = std::get_if<agents::WaitUntil>(&step)) {
        now_ = wait->at;
        continue;
      }
      return asks(step, record);
    }
  }

  /// Steps that concern its notes only.  @returns whether it was one
  bool local_step(const agents::Next& step) {
    if (const auto* hook = std::get_if<agents::QueueHook>(&step)) {
      (void)agents::queue(notes_, hook->hook);
      succeed();
    } else if (std::holds_alternative<agents::RunHook>(step)) {
      succeed();
    } else if (std::holds_alternative<agents::CommitHook>(step)) {
      (void)agents::commit(notes_);
    } else if (std::holds_alternative<agents::DropHook>(step)) {
      (void)agents::drop(notes_);
    } else if (std::holds_alternative<agents::SkipHook>(step)) {
      (void)agents::finish(notes_);
    } else if (const auto* learnt = std::get_if<agents::LearnRelation>(&step)) {
      const agents::SeenRelation& relation = remote_.relations.at(learnt->relation);
      (void)agents::learn_relation(notes_, relation.id, relation.endpoint,
                                   relation.remote_application);
    } else if (const auto* forgotten = std::get_if<agents::ForgetRelation>(&step)) {
      (void)agents::forget_relation(notes_, forgotten->relation);
    } else if (const auto* storage = std::get_if<agents::StorageStep>(&step);
               storage != nullptr && storage->what == agents::StorageStep::Do::Forget) {
      (void)agents::forget_storage(notes_, storage->storage);
    } else if (std::holds_alternative<agents::ReplaceCharm>(step)) {
      (void)agents::charm_replaced(notes_);
    } else if (std::holds_alternative<agents::LoseLeadership>(step)) {
      (void)agents::lose_leadership(notes_);
    } else {
      return false;
    }
    return true;
  }

  void succeed() {
    (void)agents::start(notes_);
    (void)agents::finish(notes_);
    (void)agents::commit(notes_);
  }

  /// @returns whether the model has changed, or another step is worth a try
  bool asks(const agents::Next& step, const store::Unit& record) {
    const std::string& name = record.name;
    if (const auto* resolved = std::get_if<agents::AcceptResolved>(&step)) {
      (void)(resolved->retry ? agents::retry(notes_) : agents::finish(notes_));
      return ask(protocol::ClearResolved{name}); // W3
    }
    if (const auto* begun = std::get_if<agents::BeginUpgrade>(&step)) {
      (void)agents::begin_upgrade(notes_, agents::files_of(notes_, remote_), begun->charm,
                                  remote_.application_charm_changes);
      return ask(protocol::SetUnitCharm{name, begun->charm,
                                        agents::passes_over_upgrade_charm(notes_),
                                        remote_.application_charm_changes});
    }
    if (const auto* dying = std::get_if<agents::BecomeDying>(&step))
      return ask(protocol::SetUnitDying{name, dying->why});
    if (std::holds_alternative<agents::BecomeDead>(step))
      return ask(protocol::SetUnitDead{name});
    if (const auto* departed = std::get_if<agents::Depart>(&step))
      return ask(protocol::DepartScope{name, departed->relation});
    if (const auto* left = std::get_if<agents::Leave>(&step))
      return ask(protocol::LeaveScope{name, left->relation});
    if (const auto* entered = std::get_if<agents::Enter>(&step)) {
      if (!ask(protocol::EnterScope{name, entered->relation,
                                    rules::first_settings(address_of(record)), remote_.leader}))
        refused_.insert(entered->relation);
      return true;
    }
    if (std::holds_alternative<agents::Claim>(step)) {
      claim_was_refused_ = !ask(protocol::ClaimLeadership{record.application, name});
      return true;
    }
    if (const auto* storage = std::get_if<agents::StorageStep>(&step))
      return ask(storage_command(*storage, name));
    return false;
  }

  /// Asks as Mind does once the place is made or left.
  static protocol::Command storage_command(const agents::StorageStep& step,
                                           const std::string& unit) {
    if (step.what == agents::StorageStep::Do::Provision)
      return protocol::StorageProvisioned{step.storage, unit, "/" + step.storage};
    if (step.what == agents::StorageStep::Do::Report)
      return protocol::StorageAttached{step.storage, unit};
    return protocol::StorageDetached{step.storage, unit};
  }

  bool ask(const protocol::Command& command) { return attempt_(command); }

  [[nodiscard]] std::string address_of(const store::Unit& record) const {
    const auto machine = states_.machines.find(record.machine);
    return machine == states_.machines.end() ? "" : machine->second.record.address;
  }

  const States& states_;
  UnitNotes& notes_;
  const Attempt& attempt_;
  const config::RetryPolicy policy_;
  store::Milliseconds now_ = 0;
  agents::UnitSight remote_;
  bool is_held_ = false;                ///< Set for a unit whose machine does not get on.
  std::set<store::RelationId> refused_; ///< Relations that the unit cannot enter yet (B2).
  bool claim_was_refused_ = false;
};

/// Says whether whoever deploys units is there: the machine has an instance, and a subordinate's
/// principal has an agent.
bool has_host(const States& states, const UnitState& unit) {
  const auto machine = states.machines.find(unit.record.machine);
  if (!unit.record.assigned || machine == states.machines.end()
      || machine->second.record.life == Life::Dead || machine->second.record.instance.empty())
    return false;
  if (unit.record.principal.empty())
    return true;
  const auto principal = states.units.find(unit.record.principal);
  return principal != states.units.end() && agent_works(principal->second);
}

/// Plays what its machine's agent asks for a principal that has none: no agent ever ran (U10, U11).
void end_undeployed(const States& states, const UnitState& unit, const Attempt& attempt) {
  const std::string name = unit.record.name;
  if (unit.record.life == Life::Alive) {
    const agents::UnitSight seen = sight_of(states, unit);
    const auto why = rules::cause_to_die(
      {seen.application_life, seen.subordinate, seen.principal_life, seen.kept_by_container});
    if (why.empty() || !attempt(protocol::SetUnitDying{name, std::string(why)}))
      return;
  }
  (void)attempt(protocol::SetUnitDead{name});
}

} // namespace

void PlayedUnits::play(const States& states, const std::string& name, const Attempt& attempt) {
  const auto find = [&]() -> const UnitState* {
    const auto found = states.units.find(name);
    return found == states.units.end() ? nullptr : &found->second;
  };
  const UnitState* unit = find();
  if (unit == nullptr)
    return;
  const bool hosted = has_host(states, *unit);
  const bool nothing_held = unit->scopes.empty() && unit->subordinates.empty();
  if (unit->record.life != Life::Dead && hosted && agent_works(*unit)) {
    const config::RetryPolicy policy;
    const auto [notes, is_new] = notes_.try_emplace(name);
    if (is_new)
      notes->second = rebuilt_notes(states, *unit, policy);
    const bool failed = notes->second.operation || !notes->second.conflict.empty();
    Play(states, notes->second, attempt).run(UnitState(*unit));
    unit = find();
    if (unit != nullptr && failed && !notes->second.operation && notes->second.conflict.empty()
        && !unit->status.unpack().error.hook.empty()) { // people see that no hook fails any more
      protocol::ReportUnit mended;
      mended.unit = name;
      mended.error = store::HookError{};
      (void)attempt(std::move(mended));
    }
  } else if (unit->record.life != Life::Dead && !hosted && unit->record.principal.empty()
             && nothing_held) {
    end_undeployed(states, *unit, attempt);
  }
  unit = find();
  // Whoever deployed it recalls and removes it (U8); an instance that never came needs no recall.
  if (unit != nullptr && unit->record.life == Life::Dead
      && (has_host(states, *unit) || unit->record.principal.empty()))
    (void)attempt(protocol::DeleteUnit{name});
}

} // namespace orrery::foretell
