#include "actors/rules/relation.hpp"
#include "cmd/simulate/hook_order.hpp"

#include <fmt/format.h>

#include <utility>

/// Meaning of transactions, and of the ends of agents, for the hooks that may come.
namespace orrery::simulate {

void HookOrder::command_began(const std::string& name) {
  waits(name, "exec");
  judge_command(units_[name], name);
  units_[name].command = true;
}

/// Behind that of an agent that has ended, it may.
void HookOrder::waits(const std::string& name, const std::string& what) {
  const Unit& unit = units_[name];
  const bool hook_runs = unit.outcome == Outcome::Running && !unit.disturbed && !unit.orphaned;
  if (hook_runs || unit.command)
    findings_.add(fmt::format("{} of {} is to begin while {} runs (W7)", what, name,
                              hook_runs ? text_of(*unit.last) : "a user's command"));
}

/// Asked for with the removal of the unit, its application, or the relation that it leaves.
bool HookOrder::counts_as_done(const Unit& unit, const HookBegun& hook) const {
  if (unit.excused)
    return true;
  const store::Contents& all = ledger_.contents();
  const auto record = all.units.find(hook.unit);
  if (record != all.units.end() && record->second.skip_failed_hooks)
    return true;
  const auto application = all.applications.find(std::string(store::application_of(hook.unit)));
  if (application != all.applications.end() && application->second.skip_failed_hooks)
    return true;
  const auto relation = hook.relation ? all.relations.find(*hook.relation) : all.relations.end();
  return relation != all.relations.end() && relation->second.skip_failed_hooks;
}

/// Counts as done from now on what has failed.
void HookOrder::excuse(const std::function<bool(const HookBegun&)>& concerns) {
  for (auto& [name, unit] : units_)
    if (unit.last && concerns(*unit.last))
      unit.excused = true;
}

void HookOrder::disturbed() {
  for (auto& [name, unit] : units_) {
    unit.disturbed = true;
    unit.command = unit.begins_no_upgrade = false;
  }
}

void HookOrder::disturbed(const std::string& name) {
  const auto found = units_.find(name);
  if (found == units_.end())
    return;
  found->second.disturbed = true;
  found->second.agent_failed = true;
  found->second.has_failed = true;
  found->second.command = found->second.begins_no_upgrade = false;
}

/// Principals come first where their host was started again (W9), unless a hook of theirs fails.
void HookOrder::judge_principal(const HookBegun& hook) {
  const auto& all = ledger_.contents().units;
  const auto record = all.find(hook.unit);
  const auto alive = record == all.end() ? all.end() : all.find(record->second.principal);
  if (alive == all.end() || alive->second.life != store::Life::Alive)
    return;
  const auto principal = units_.find(alive->first);
  if (principal == units_.end())
    return;
  const Unit& first = principal->second;
  const bool is_free = first.has_failed || first.lenient || first.stopped;
  if (first.must_start && !is_free && has({principal->first, "start", std::nullopt, {}}, "start"))
    say(hook, "runs before that of its principal (W9)");
}

bool HookOrder::has_open_update_status(const std::string& unit) const {
  const auto found = units_.find(unit);
  return found != units_.end() && found->second.last && found->second.outcome != Outcome::Done
         && found->second.last->name == update_status;
}

/// Whether nobody need know any more that the last hook has not succeeded: it is an update-status,
/// and its agent has ended before it could note that, or its unit is not Alive (US2, US3).
bool HookOrder::may_be_lost(const Unit& unit) const {
  if (unit.last->name != update_status)
    return false;
  const auto& units = ledger_.contents().units;
  const auto record = units.find(unit.last->unit);
  return unit.disturbed || record == units.end() || record->second.life != store::Life::Alive;
}

void HookOrder::start_has_run(Unit& unit) {
  unit.started = true;
  unit.may_start = std::exchange(unit.may_start_after, false);
  unit.must_start = false;
}

/// Start may have left that program itself.
void HookOrder::program_ended(const std::string& name) {
  const auto known = units_.find(name);
  if (known == units_.end())
    return;
  Unit& unit = known->second;
  unit.may_start = true;
  unit.may_start_after =
    unit.outcome == Outcome::Running && unit.last && unit.last->name == "start";
}

void HookOrder::host_started_again() {
  for (auto& [name, unit] : units_) {
    unit.must_start |= unit.started && !unit.stopped;
    unit.has_failed = false;
  }
}

void HookOrder::process_began(
  const std::function<bool(const std::string& unit)>& has_hook_in_hand) {
  for (auto& [name, unit] : units_) {
    if (unit.must_start)
      unit.has_failed |= has_hook_in_hand(name);
    upgrades_of_process(unit, name);
  }
}

void HookOrder::judge_rest(const std::function<bool(const std::string& unit)>& is_well) {
  for (auto& [name, unit] : units_) {
    const bool counts = unit.last && unit.last->name == "start" // a person said so (W3)
                        && unit.outcome == Outcome::Failed && counts_as_done(unit, *unit.last);
    if (unit.must_start && !counts && !unit.lenient && !unit.ever_forced && has_hook_(name, "start")
        && is_well(name))
      findings_.add(fmt::format(
        "all rests, and start of {} has not run since its host was started again (W9)", name));
    if (unit.upgrade != Upgrade::None && is_well(name))
      judge_upgrade_at_rest(unit, name);
  }
}

/// U5: a unit that came up goes down in order, unless force says otherwise.
void HookOrder::judge_end(const std::string& name, const Unit& unit) {
  if (unit.ever_forced || unit.lenient || !unit.installed)
    return;
  const HookBegun end{name, "remove", std::nullopt, {}};
  if (unit.disturbed && counts_as_done(unit, end))
    return; // one that was noted as begun, and never was, has failed (W4)
  const auto missing = [&](const char* hook) {
    findings_.add(fmt::format("{} is removed, and its {} has never run (U5)", name, hook));
  };
  const bool last_open = unit.outcome == Outcome::Failed || unit.outcome == Outcome::Running;
  const auto open = [&](const char* hook) { return last_open && unit.last->name == hook; };
  if (unit.started && !unit.stopped && has(end, "stop") && !open("stop"))
    missing("stop");
  if (!unit.removed && has(end, "remove") && !open("remove"))
    missing("remove");
}

void HookOrder::applied(const Applied& transaction) {
  look_who_begins_none(transaction);
  storage_written(transaction);
  for (const rules::Write& write : transaction.writes) {
    if (const auto* unit = std::get_if<store::Unit>(&write.record)) {
      unit_written(*unit, write.deleted);
    } else if (std::holds_alternative<store::Force>(write.record)) {
      for (auto& [name, forced] : units_)
        forced.forced = forced.ever_forced = true;
    } else if (const auto* relation = std::get_if<store::Relation>(&write.record)) {
      if (relation->skip_failed_hooks)
        relation_skipped(relation->id);
      if (write.deleted && transaction.cause == "refresh")
        peer_dropped(*relation);
    } else if (const auto* bag = std::get_if<store::Bag>(&write.record)) {
      give_reasons(*bag);
    } else if (const auto* settings = std::get_if<store::LeaderSettings>(&write.record)) {
      for (auto& [name, told] : units_)
        if (store::application_of(name) == settings->application)
          give_reason(told, "leader-settings-changed");
    } else if (const auto* application = std::get_if<store::Application>(&write.record)) {
      give_reasons(*application);
      if (application->skip_failed_hooks)
        excuse([&](const HookBegun& hook) {
          return store::application_of(hook.unit) == application->name;
        });
    } else if (const auto* machine = std::get_if<store::Machine>(&write.record)) {
      machine_written(*machine, transaction.cause);
    }
  }
}

/// Excuses hooks of ends: one that was noted as begun, and never was, has failed (W4); of a
/// relation that was removed past failing hooks it then counts as done.
void HookOrder::excuse_ends(Unit& unit) const {
  const auto& relations = ledger_.contents().relations;
  for (auto& [id, relation] : unit.relations)
    if (const auto found = relations.find(id);
        found != relations.end() && found->second.skip_failed_hooks)
      relation.lenient = true;
}

/// Counts as done from now on what has failed there, and what was noted as begun, and never was
/// (W4).
void HookOrder::relation_skipped(store::RelationId id) {
  excuse([&](const HookBegun& hook) { return hook.relation == id; });
  for (auto& [name, unit] : units_)
    if (const auto known = unit.relations.find(id); unit.disturbed && known != unit.relations.end())
      known->second.lenient = true;
}

void HookOrder::give_reason(Unit& unit, const std::string& what) {
  ++unit.news.try_emplace(what, 1).first->second;
}

void HookOrder::give_reasons(const store::Application& now) {
  const auto& all = ledger_.contents().applications;
  const auto before = all.find(now.name);
  const bool configured =
    before == all.end() || before->second.config_version != now.config_version;
  const bool led = before == all.end() || before->second.leader != now.leader;
  for (auto& [name, unit] : units_) {
    if (store::application_of(name) != now.name)
      continue;
    if (configured)
      give_reason(unit, "config-changed");
    if (led && now.leader == name)
      give_reason(unit, "leader-elected");
  }
}

/// To all who may be told, themselves included: they are not told of their own.
void HookOrder::give_reasons(const store::Bag& now) {
  const auto relation = ledger_.contents().relations.find(now.relation);
  if (relation == ledger_.contents().relations.end())
    return;
  const bool of_unit = now.owner.find('/') != std::string::npos;
  for (auto& [name, unit] : units_)
    if (rules::end_of(relation->second, std::string(store::application_of(name))) != nullptr)
      give_reason(unit, fmt::format("{} {}", now.relation, of_unit ? now.owner : ""));
}

void HookOrder::unit_written(const store::Unit& record, bool deleted) {
  if (record.resolved == store::Resolved::NoRetry) {
    Unit& unit = units_[record.name];
    unit.excused = true;
    unit.lenient |=
      unit.disturbed || unit.outcome == Outcome::None; // what it is about may never have begun
  }
  const auto known = units_.find(record.name);
  if (known == units_.end())
    return;
  known->second.lenient |= record.skip_failed_hooks && known->second.disturbed;
  if (!deleted)
    return charm_set(known->second, record);
  judge_end(record.name, known->second);
  units_.erase(known);
}

/// Takes in a machine's record. The machine's agents may have ended; and what ran on one that is
/// made again is gone, and nobody knows of it (M11). One that goes instead has been forgotten, or
/// not.
void HookOrder::machine_written(const store::Machine& record, std::string_view cause) {
  for (const auto& [name, unit] : ledger_.contents().units) {
    if (unit.machine != record.id)
      continue;
    if (cause == "abandon instance") {
      units_.erase(name);
      continue;
    }
    disturbed(name);
    if (const auto known = units_.find(name);
        known != units_.end() && cause.starts_with("retry-provisioning"))
      known->second.lenient = true;
  }
}

} // namespace orrery::simulate
