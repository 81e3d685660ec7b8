#include "cmd/simulate/hook_order.hpp"

#include <fmt/format.h>

#include <utility>

/// Files of other charms, and the hooks that follow them (P24-P38).
namespace orrery::simulate {

namespace {

constexpr std::string_view config_changed = "config-changed";

} // namespace

/// Looks at a unit's agent before it acts on what happens now (P38). Whatever agents see later,
/// what one of them knew then holds for all that it decides from then on.
void HookOrder::look_who_begins_none(const std::string& name) {
  const auto known = units_.find(name);
  const auto& all = ledger_.contents().units;
  const auto record = all.find(name);
  if (known != units_.end() && record != all.end() && record->second.life == store::Life::Dying
      && may_begin_none_ && !known->second.begins_no_upgrade)
    known->second.begins_no_upgrade = may_begin_none_(name);
}

/// Looks at those of units that a transaction is about, and of all whose application it changes: a
/// refresh does.
void HookOrder::look_who_begins_none(const Applied& transaction) {
  for (const rules::Write& write : transaction.writes) {
    if (const auto* written = std::get_if<store::Unit>(&write.record))
      look_who_begins_none(written->name);
    else if (const auto* scope = std::get_if<store::Scope>(&write.record))
      look_who_begins_none(scope->unit);
    else if (const auto* application = std::get_if<store::Application>(&write.record))
      for (const auto& [name, unit] : units_)
        if (store::application_of(name) == application->name)
          look_who_begins_none(name);
  }
}

/// Takes in what a unit's agent says before it touches a file.
void HookOrder::charm_set(Unit& unit, const store::Unit& record) {
  const auto& units = ledger_.contents().units;
  const auto before = units.find(record.name);
  if (before == units.end() || before->second.charm == record.charm)
    return;
  judge_charm_set(unit, record);
  unit.upgrade_before = std::exchange(unit.upgrade, Upgrade::Wanted);
  unit.charm = record.charm;
  unit.skips_upgrade = !record.skipped_upgrade.empty();
}

/// Whether the unit's last hook is one of those before which no upgrade-charm is due: install, and
/// hooks of storage before that (P37, ST22).
bool HookOrder::comes_before_upgrades(const Unit& unit) {
  return unit.last->name == "install" || (!unit.installed && !unit.last->storage.empty());
}

/// Holds what a unit is to get against P35, P38 and P32. P38 promises of a Dying unit:
///
/// - Its agent begins no upgrade once it knows of that, but where a hook of the unit fails (P31).
///   An agent that has yet to hear of it may still begin one.
/// - One that has begun goes on, also to a charm that is newer than the one it began with: that is
///   said with a further record, while files are still wanted (Upgrade::Wanted), or with the first,
///   where the notes told of it before.
/// - One that has begun is finished with upgrade-charm and config-changed: no hook, those of its
///   end included, comes before these (judge_upgrade).
///
/// Leaves alone those that were disturbed: their agents know better what was noted, and what was
/// only begun.
void HookOrder::judge_charm_set(const Unit& unit, const store::Unit& record) {
  if (unit.disturbed || unit.lenient || unit.ever_forced || !unit.last)
    return;
  const auto fault = [&](const std::string& what) {
    findings_.add(fmt::format("{} is to get files of {}, {}", record.name, record.charm, what));
  };
  const std::string last = text_of(*unit.last);
  if (unit.outcome == Outcome::Running)
    return fault(fmt::format("and {} runs (P35)", last));
  const bool fails = unit.outcome == Outcome::Failed;
  const bool has_begun = unit.upgrade == Upgrade::Wanted;
  if (unit.stopped && !fails && !has_begun)
    return fault("although its stop has run (P38)");
  if (unit.begins_no_upgrade && !fails && !has_begun)
    return fault("although its agent knew that it is Dying before it began that (P38)");
  if (unit.excused || unit.last->name == update_status || counts_as_done(unit, *unit.last))
    return; // its agent may have acted on that, or not yet
  const bool must_skip =
    fails && unit.last->name != upgrade_charm && !comes_before_upgrades(unit); // P37
  if (must_skip && record.skipped_upgrade.empty())
    fault(fmt::format("and upgrade-charm is to run although {} fails (P32)", last));
  if (!must_skip && !record.skipped_upgrade.empty())
    fault("and upgrade-charm is to be passed over although no other hook fails (P32)");
}

void HookOrder::charm_replaced(const std::string& name) {
  const auto known = units_.find(name);
  if (known == units_.end() || known->second.upgrade != Upgrade::Wanted)
    return;
  Unit& unit = known->second;
  const bool is_open = unit.last && unit.outcome != Outcome::Done;
  if (is_open && !has_hook_(name, unit.last->name))
    unit.excused = true; // P42
  unit.upgrade = due_after_swap(unit);
  if (unit.upgrade == Upgrade::None)
    give_reason(unit, std::string(config_changed)); // P32
}

void HookOrder::charm_not_replaced(const std::string& name) {
  if (const auto known = units_.find(name); known != units_.end())
    known->second.has_failed = true;
}

/// A unit that is not installed runs the hooks of its storage and install, and nothing else (P37,
/// ST22). Whether its agent knows that
/// install has run, or counts as done, may be open.
HookOrder::Upgrade HookOrder::due_after_swap(const Unit& unit) const {
  if (!unit.last || unit.skips_upgrade)
    return Upgrade::None;
  if (comes_before_upgrades(unit) && unit.last->name != "install")
    return Upgrade::None;
  if (unit.last->name != "install" || (unit.outcome == Outcome::Done && !unit.disturbed))
    return Upgrade::HookDue;
  return unit.outcome == Outcome::Done || unit.excused ? Upgrade::MayBeDue : Upgrade::None;
}

/// A hook that the charm does not have counts as run (P42).
void HookOrder::pass_over_missing(Unit& unit, const std::string& name) const {
  const bool is_missing = !has_hook_(name, std::string(upgrade_charm));
  if (unit.upgrade == Upgrade::MayBeDue && is_missing)
    unit.upgrade = Upgrade::None;
  if (unit.upgrade == Upgrade::HookDue && is_missing)
    unit.upgrade = Upgrade::ConfigDue;
  if (unit.upgrade == Upgrade::ConfigDue && !has_hook_(name, std::string(config_changed)))
    unit.upgrade = Upgrade::None;
}

void HookOrder::judge_upgrade(const Unit& unit, const HookBegun& hook, bool again) {
  const bool repeats = unit.disturbed && unit.last && text_of(*unit.last) == text_of(hook);
  if (unit.lenient || unit.ever_forced)
    return;
  if (unit.upgrade == Upgrade::Wanted && !counts_as_done(unit, hook))
    return say(hook, fmt::format("begins before the files of {} are in place (P25)", unit.charm));
  if (again || repeats)
    return;
  const bool may_run = unit.upgrade == Upgrade::HookDue || unit.upgrade == Upgrade::MayBeDue;
  if (hook.name == upgrade_charm && !may_run)
    say(hook, "runs although no other files have been put in place since it ran (P25, P32, P44)");
  else if (unit.upgrade == Upgrade::HookDue && hook.name != upgrade_charm)
    say(hook, "begins although upgrade-charm is next (P26)");
  else if (unit.upgrade == Upgrade::ConfigDue && hook.name != config_changed)
    say(hook, "begins although config-changed is next, behind upgrade-charm (P26)");
}

/// Counts hooks that have begun as run: W2 sees to it that they succeed.
void HookOrder::go_on_with_upgrade(Unit& unit, const HookBegun& hook) {
  const bool may_run = unit.upgrade == Upgrade::HookDue || unit.upgrade == Upgrade::MayBeDue;
  if (may_run && hook.name == upgrade_charm)
    unit.upgrade = Upgrade::ConfigDue;
  else if (unit.upgrade == Upgrade::MayBeDue
           || (unit.upgrade == Upgrade::ConfigDue && hook.name == config_changed))
    unit.upgrade = Upgrade::None;
}

bool HookOrder::takes_config_of_upgrade(const Unit& unit, const HookBegun& hook) const {
  return unit.upgrade == Upgrade::ConfigDue && hook.name == config_changed;
}

/// P26: no command comes between, unless a hook has failed there.
void HookOrder::judge_command(Unit& unit, const std::string& name) {
  pass_over_missing(unit, name);
  const bool may_run = unit.outcome == Outcome::Failed || unit.disturbed || unit.orphaned
                       || unit.lenient || unit.ever_forced || unit.upgrade == Upgrade::MayBeDue;
  if (unit.upgrade != Upgrade::None && !may_run)
    findings_.add(fmt::format("exec of {} begins amid its upgrade to {} (P26)", name, unit.charm));
}

void HookOrder::judge_upgrade_at_rest(Unit& unit, const std::string& name) {
  pass_over_missing(unit, name);
  const bool is_open = unit.upgrade != Upgrade::None && unit.upgrade != Upgrade::MayBeDue;
  if (is_open && !unit.lenient && !unit.ever_forced)
    findings_.add(fmt::format("all rests, and {} of {} has not run for {} (P25)",
                              unit.upgrade == Upgrade::ConfigDue ? config_changed : upgrade_charm,
                              name, unit.charm));
}

/// Forgets what a record has said that never came to disk: nobody has touched a file then.
void HookOrder::upgrades_of_process(Unit& unit, const std::string& name) const {
  const auto& units = ledger_.contents().units;
  const auto record = units.find(name);
  if (unit.upgrade != Upgrade::Wanted || record == units.end()
      || record->second.charm == unit.charm)
    return;
  unit.upgrade = std::exchange(unit.upgrade_before, Upgrade::None);
  unit.charm = record->second.charm;
  unit.skips_upgrade = !record->second.skipped_upgrade.empty();
}

/// P23: a peer relation that the new charm does not have is gone at once, without hooks.
void HookOrder::peer_dropped(const store::Relation& relation) {
  for (auto& [name, unit] : units_) {
    if (relation.ends.empty() || relation.ends.front().application != store::application_of(name))
      continue;
    unit.relations[relation.id].lenient = true;
    if (unit.last && unit.last->relation == relation.id)
      unit.excused = true;
  }
}

} // namespace orrery::simulate
