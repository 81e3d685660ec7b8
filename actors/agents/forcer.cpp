#include "actors/agents/forcer.hpp"

#include "actors/rules/force.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"

#include <caf/actor_cast.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace orrery::agents {

namespace {

rules::Who who_is(const store::Force& force, const Model& model) {
  switch (force.target) {
  case store::ForceTarget::Machine:
    return rules::machine(force.id);
  case store::ForceTarget::Unit:
    return model.find_unit(force.name).value_or(rules::unit(force.name, false));
  case store::ForceTarget::Application:
    return rules::application(force.name);
  case store::ForceTarget::Relation:
    return rules::relation(force.id);
  }
  return rules::model();
}

} // namespace

Forcer::Forcer(caf::actor_config& config,
               const AgentServices& services,
               const store::Database& model)
  : Agent(config, services), model_(model) {}

caf::behavior Forcer::make_behavior() {
  model().set_forcer(caf::actor_cast<caf::actor>(this));
  read_model([this] { recall(); });
  return {on(&Forcer::answered),
          on(&Forcer::due),
          on(&Forcer::unit_seen),
          on(&Forcer::machine_seen),
          on(&Forcer::application_seen),
          on(&Forcer::relation_seen),
          on(&Forcer::scopes_seen),
          on(&Forcer::scope_stirred),
          on(&Forcer::wake)};
}

/// The wishes that there are, by their records.
void Forcer::recall() {
  recalled_ = true;
  const auto scanned =
    model_.snapshot()->scan("f", [this](std::string_view key, std::string_view bytes) {
      const auto record = store::decode(key, bytes);
      if (!record)
        throw std::runtime_error(record.error().what); // the supervisor shows it
      const auto& force = std::get<store::Force>(*record);
      due({force});
      if (force.since > now() && force.due > force.since)
        wish_anew(force);
      return true;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
}

void Forcer::due(const protocol::ForceDue& message) {
  if (!recalled_)
    return; // its record is on disk, and will be read
  const store::Key key = store::force_key(message.force);
  Target& target = targets_[key];
  target.force = message.force;
  // No later than it would be if it were wished now: the clock may have gone back since.
  wait_until(
    key, target,
    std::min(message.force.due,
             now() + std::max(store::Milliseconds{0}, message.force.due - message.force.since)));
  consider(key);
  wake_for_next();
}

/// The clock was set back since: as the wish is noted, its time would begin anew with each process.
void Forcer::wish_anew(const store::Force& force) {
  protocol::Removal how;
  how.force = true;
  how.max_wait = force.due - force.since;
  switch (force.target) {
  case store::ForceTarget::Machine:
    return wish(protocol::RemoveMachine{force.id, how, false});
  case store::ForceTarget::Unit:
    return wish(protocol::RemoveUnit{force.name, how});
  case store::ForceTarget::Application:
    return wish(protocol::RemoveApplication{force.name, how});
  case store::ForceTarget::Relation:
    return wish(protocol::RemoveRelation{force.id, how});
  }
}

Forcer::Target* Forcer::find(store::ForceTarget kind, std::uint32_t id, const std::string& name) {
  const auto found = targets_.find(store::force_key(rules::force_on(kind, id, name)));
  return found == targets_.end() ? nullptr : &found->second;
}

void Forcer::consider(const store::Key& key) {
  const auto found = targets_.find(key);
  if (found == targets_.end())
    return;
  Target& target = found->second;
  if (target.waits && now() >= target.next_at)
    wait_no_more(key, target);
  if (target.busy) {
    target.stirred = true; // looked at when the step in hand is answered
    return;
  }
  if (!target.observed)
    return watch(key, target);
  if (target.waits)
    return; // the orderly way has its chance (F5)
  switch (target.force.target) {
  case store::ForceTarget::Machine:
    return force_machine(key, target);
  case store::ForceTarget::Unit:
    return force_unit(key, target);
  case store::ForceTarget::Application:
    return force_application(key, target);
  case store::ForceTarget::Relation:
    return force_relation(key, target);
  }
}

/// Watches a target. One that has gone in an orderly way by then is not found any more: nothing is
/// left to force.
void Forcer::watch(const store::Key& key, Target& target) {
  const rules::Who who = who_is(target.force, model());
  if (target.force.target == store::ForceTarget::Relation)
    target.observed = ask_entity(who, protocol::ObserveRelation{});
  else
    target.observed = observe(who);
  if (!target.observed)
    forget(key);
}

/// F1: subordinates first, then every scope, then Dead; whoever deployed it removes it then.
void Forcer::force_unit(const store::Key& key, Target& target) {
  if (!target.unit)
    return;
  const protocol::UnitSeen& seen = *target.unit;
  if (seen.unit.life == store::Life::Dead)
    return delete_in_time(key, target, protocol::DeleteUnit{seen.unit.name});
  if (seen.unit.life == store::Life::Alive)
    return step(key, protocol::SetUnitDying{seen.unit.name, "it is removed by force"});
  for (const protocol::SubordinateSeen& subordinate : seen.subordinates)
    force_too(key, target, store::ForceTarget::Unit, 0, subordinate.unit);
  if (!seen.subordinates.empty())
    return; // their going is seen here
  if (!seen.scopes.empty())
    return step(key, protocol::LeaveScope{seen.unit.name, seen.scopes.front()});
  for (const protocol::StorageSeen& held : seen.storage) // ST46
    return step(key, protocol::DetachStorage{held.attachment.storage, seen.unit.name, true});
  step(key, protocol::SetUnitDead{seen.unit.name});
}

/// F2: its principals first, then the machine; the provisioner releases its instance.
void Forcer::force_machine(const store::Key& key, Target& target) {
  if (!target.machine)
    return;
  const protocol::MachineSeen& seen = *target.machine;
  for (const std::string& principal : seen.principals)
    force_too(key, target, store::ForceTarget::Unit, 0, principal);
  if (!seen.principals.empty())
    return;
  if (seen.machine.life == store::Life::Alive)
    return step(key, protocol::RemoveMachine{seen.machine.id, {}, false});
  if (seen.machine.life == store::Life::Dying)
    return step(key, protocol::SetMachineDead{seen.machine.id});
  delete_in_time(key, target, protocol::DeleteMachine{seen.machine.id});
}

/// F3: all its units and relations, some at a time; the application goes with the last of them
/// (A6).
void Forcer::force_application(const store::Key& key, Target& target) {
  if (!target.application)
    return;
  for (const store::Relation& relation : target.application->relations)
    force_too(key, target, store::ForceTarget::Relation, relation.id, {});
  const std::vector<std::string> next = next_units(target.force.name, target.forced_to);
  for (const std::string& unit : next)
    wish(protocol::ForceRemoval{store::ForceTarget::Unit, 0, unit});
  if (next.empty())
    return;
  target.forced_to = next.back();
  send(this, protocol::ForceDue{target.force}); // the rest in a further round
}

void Forcer::force_relation(const store::Key& key, Target& target) {
  if (!target.in_scope.empty())
    return step(key, protocol::LeaveScope{target.in_scope.back(), target.force.id});
  target.busy = ask_entity(rules::relation(target.force.id), protocol::ReadScopes{});
  if (!target.busy)
    forget(key);
}

/// Something that stands in the way is forced itself: with a wish of its own, so that a restart
/// goes on with it.
void Forcer::force_too(const store::Key& key,
                       Target& target,
                       store::ForceTarget kind,
                       std::uint32_t id,
                       const std::string& name) {
  const std::string mark =
    kind == store::ForceTarget::Relation ? "relation " + std::to_string(id) : name;
  if (!target.forced.insert(mark).second)
    return;
  ask(protocol::ForceRemoval{kind, id, name},
      [this, key](const protocol::Answer&) { consider(key); });
}

/// One step; what it changes is seen, and considered then. One that is refused waits for news.
void Forcer::step(const store::Key& key, const protocol::Command& command) {
  targets_[key].busy = true;
  ask(command, [this, key](const protocol::Answer& answer) {
    const auto found = targets_.find(key);
    if (found == targets_.end())
      return;
    Target& target = found->second;
    target.busy = false;
    const bool again = answer.verdict == protocol::Verdict::Contended; // L8
    if (!again && !target.in_scope.empty())
      target.in_scope.pop_back();
    const bool stirred = std::exchange(target.stirred, false);
    const bool is_relation = target.force.target == store::ForceTarget::Relation;
    if (again || stirred || !target.in_scope.empty() || (is_relation && answer.ok()))
      consider(key); // what was seen meanwhile, the same once more, or the next unit in scope
  });
}

/// Dead: its holder removes it. One that does not within the time of the first stage is past hope
/// (F1, F2).
void Forcer::delete_in_time(const store::Key& key,
                            Target& target,
                            const protocol::Command& command) {
  constexpr store::Milliseconds least =
    60'000; // releasing takes its time even where nobody wants to wait
  if (target.second_stage)
    return step(key, command);
  target.second_stage = true;
  wait_until(key, target, now() + std::max(least, target.force.due - target.force.since));
  wake_for_next();
}

/// Has something forced, or wished for anew, unless it is gone.
void Forcer::wish(const protocol::Command& command) {
  ask(command, [this, command](const protocol::Answer& answer) {
    if (answer.verdict == protocol::Verdict::Contended) // L8
      wish(command);
  });
}

/// Some units of an application, in the order of their records.
/// @param after the one before them, which may have gone; empty: they are the first
std::vector<std::string> Forcer::next_units(const std::string& application,
                                            const std::string& after) const {
  std::vector<std::string> units;
  const std::string prefix = store::application_key(application).replace(0, 1, "u") + "/";
  const std::string first = after.empty() ? prefix : store::unit_key(after);
  const auto scanned =
    model_.snapshot()->scan_from(first, prefix, [&](std::string_view key, std::string_view bytes) {
      const auto record = store::decode(key, bytes);
      if (!record)
        throw std::runtime_error(record.error().what); // the supervisor shows it
      const std::string& name = std::get<store::Unit>(*record).name;
      if (name != after)
        units.push_back(name);
      return units.size() < batch;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  return units;
}

} // namespace orrery::agents
