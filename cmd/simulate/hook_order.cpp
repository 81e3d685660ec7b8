#include "cmd/simulate/hook_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace orrery::simulate {

namespace {

constexpr std::string_view relation_mark = "-relation-";

/// `joined` of `db-relation-joined`; empty for a unit's own hook.
std::string_view phase_of(const HookBegun& hook) {
  const std::size_t mark = hook.name.rfind(relation_mark);
  return mark == std::string::npos
           ? std::string_view{}
           : std::string_view(hook.name).substr(mark + relation_mark.size());
}

/// The relation's other hook: `db-relation-changed` of `db-relation-joined`.
std::string sibling(const HookBegun& hook, std::string_view step) {
  return hook.name.substr(0, hook.name.rfind(relation_mark)) + std::string(relation_mark)
         + std::string(step);
}

bool is_same(const HookBegun& a, const HookBegun& b) {
  return a.name == b.name && a.relation == b.relation && a.member == b.member
         && a.storage == b.storage && a.secret == b.secret;
}

/// Whether the hook may come again without an end of anything in between (H2, H4).
bool may_come_again(const HookBegun& hook) {
  return hook.name == "config-changed" || hook.name == "leader-elected"
         || hook.name == "leader-settings-changed" || phase_of(hook) == "changed";
}

} // namespace

std::string text_of(const HookBegun& hook) {
  std::string text = hook.name;
  if (hook.relation)
    text += fmt::format(" {}", *hook.relation);
  if (!hook.storage.empty())
    text += " " + hook.storage;
  if (!hook.secret.empty())
    text += " " + hook.secret;
  return hook.member.empty() ? text : text + " " + hook.member;
}

void HookOrder::say(const HookBegun& hook, const std::string& what) {
  findings_.add(fmt::format("{} of {} {}", text_of(hook), hook.unit, what));
}

/// Only force ends a scope before its hooks; the agent may not have heard of it.
bool HookOrder::is_taken_away(const HookBegun& hook) const {
  return hook.relation && !ledger_.contents().scopes.contains({*hook.relation, hook.unit});
}

void HookOrder::began(const HookBegun& hook) {
  look_who_begins_none(hook.unit);
  Unit& unit = units_[hook.unit];
  const bool again = unit.last && is_same(*unit.last, hook) && unit.outcome != Outcome::Done;
  pass_over_missing(unit, hook.unit);
  if (unit.outcome == Outcome::Running && !unit.disturbed)
    say(hook, fmt::format("begins while {} runs (W7)", text_of(*unit.last)));
  if (unit.command)
    say(hook, "begins while a user's command runs (W7)");
  if (!again) {
    if (unit.disturbed)
      excuse_ends(unit);
    judge_turn(unit, hook);
    unit.lenient |= unit.disturbed && counts_as_done(unit, hook);
    settle_last(unit);
    judge_repetition(unit, hook);
    judge_reason(unit, hook);
    if (hook.relation && !unit.lenient)
      judge_relation_hook(unit, hook);
    else if (!hook.storage.empty() && !unit.lenient)
      judge_storage_hook(unit, hook);
    else if (!unit.lenient)
      judge_unit_hook(unit, hook);
  }
  judge_upgrade(unit, hook, again);
  go_on_with_upgrade(unit, hook);
  unit.last = hook;
  unit.outcome = Outcome::Running;
  const auto record = ledger_.contents().units.find(hook.unit);
  unit.orphaned = std::exchange(unit.agent_failed, false);
  unit.disturbed = unit.orphaned; // then nobody may be there to note that it succeeds
  unit.excused = record != ledger_.contents().units.end() // its agent has yet to act on it
                 && record->second.resolved == store::Resolved::NoRetry;
  unit.forced = !ledger_.contents().forces.empty() || is_taken_away(hook);
  storage_begun(unit, hook);
  unit.ever_forced |= unit.forced;
}

void HookOrder::ended(const std::string& name, bool success) {
  look_who_begins_none(name);
  const auto found = units_.find(name);
  if (found == units_.end() || !found->second.last)
    return;
  Unit& unit = found->second;
  unit.outcome = success ? Outcome::Done : Outcome::Failed;
  unit.has_failed |= !success;
  if (success)
    take(unit, *unit.last);
  else
    unit.excused |= counts_as_done(unit, *unit.last);
}

/// W2: the hook that has failed, or was cut off, comes again before any other, unless it counts as
/// done.
void HookOrder::judge_turn(const Unit& unit, const HookBegun& hook) {
  const bool open = unit.outcome == Outcome::Failed || unit.outcome == Outcome::Running;
  if (open && !unit.forced && !unit.storage_is_gone && !may_be_lost(unit)
      && !counts_as_done(unit, *unit.last) && !is_void_for_secret(*unit.last))
    say(hook, fmt::format("begins although {} has not succeeded, and nobody said that it counts as "
                          "done (W2)",
                          text_of(*unit.last)));
}

namespace {

/// Says what has changed when this hook comes again; empty: it does not.
std::string reason_of(const HookBegun& hook) {
  if (phase_of(hook) == "changed")
    return fmt::format("{} {}", *hook.relation, hook.member);
  return may_come_again(hook) ? hook.name : "";
}

} // namespace

/// H2, H4: each time that a hook comes again something has changed, and several changes make one
/// hook at the most. The first `changed` for a member that has joined, and the first of any other,
/// need no more.
void HookOrder::judge_reason(Unit& unit, const HookBegun& hook) {
  const std::string what = reason_of(hook);
  const bool repeats = unit.disturbed && unit.last && is_same(*unit.last, hook);
  if (what.empty() || repeats || unit.lenient)
    return;
  if (hook.relation) {
    const auto relation = unit.relations.find(*hook.relation);
    if (relation != unit.relations.end()
        && (relation->second.lenient
            || (!hook.member.empty() && relation->second.changed_due == hook.member)))
      return;
  }
  int& reasons = unit.news.try_emplace(what, 1).first->second;
  if (reasons == 0 && takes_config_of_upgrade(unit, hook))
    return; // P26
  if (reasons == 0)
    say(hook, "runs although nothing has changed since it ran (H2, H4)");
  else
    --reasons;
}

/// Settles the last hook: one that failed and was left behind counts as done, or was taken away by
/// force.
void HookOrder::settle_last(Unit& unit) {
  if (!unit.last || unit.outcome == Outcome::Done || unit.outcome == Outcome::None)
    return;
  if (unit.forced && unit.last->relation)
    unit.relations[*unit.last->relation].lenient = true;
  else if (!unit.storage_is_gone)
    take(unit, *unit.last);
}

/// W4: a hook that is known to have succeeded does not run again.
void HookOrder::judge_repetition(const Unit& unit, const HookBegun& hook) {
  if (unit.last && is_same(*unit.last, hook) && unit.outcome == Outcome::Done && !unit.disturbed
      && hook.storage.empty() && hook.secret.empty() && !may_come_again(hook)
      && hook.name != update_status && hook.name != upgrade_charm
      && !(hook.name == "start" && (unit.may_start || unit.must_start)))
    say(hook, "runs again although it has succeeded (W4)");
}

void HookOrder::judge_unit_hook(const Unit& unit, const HookBegun& hook) {
  if (hook.name == "start" && unit.must_start)
    judge_principal(hook);
  const bool repeats = unit.disturbed && unit.last && is_same(*unit.last, hook);
  if (repeats)
    return;
  if (!hook.secret.empty())
    judge_secret_hook(unit, hook);
  if (hook.name == "install") {
    if (unit.installed)
      say(hook, "runs in a unit that is installed (W1)");
    judge_storage_at_install(hook);
    return;
  }
  if (!unit.installed && has(hook, "install"))
    say(hook, "runs before install (W1)");
  if (unit.removed)
    say(hook, "runs after remove (H8)");
  if (hook.name == update_status && !unit.started && has(hook, "start"))
    say(hook, "runs before start (US3)");
  if (hook.name == "start" && unit.started && !unit.may_start && !unit.must_start)
    say(hook, "runs in a unit that is started (W1)");
  if (hook.name == "start" && !unit.configured && has(hook, "config-changed"))
    say(hook, "runs before config-changed (H8)");
  const bool ends = hook.name == "stop" || hook.name == "remove";
  if (unit.stopped && hook.name != "remove")
    say(hook, "runs after stop (H8)");
  if (hook.name == "stop" && !unit.started && has(hook, "start"))
    say(hook, "runs in a unit that never started (U5)");
  if (hook.name == "remove" && unit.started && !unit.stopped && has(hook, "stop"))
    say(hook, "runs before stop (H8)");
  if (!ends || unit.ever_forced)
    return;
  judge_storage_at_end(hook);
  for (const auto& [id, relation] : unit.relations)
    if (!relation.broken && !relation.lenient && !relation.members.empty())
      say(hook, fmt::format("runs before the unit has left relation {} (H8)", id));
}

void HookOrder::judge_relation_hook(const Unit& unit, const HookBegun& hook) {
  if (!unit.installed && has(hook, "install"))
    say(hook, "runs before install (W1)");
  if (unit.stopped || unit.removed)
    say(hook, "runs after stop (H8)");
  const auto found = unit.relations.find(*hook.relation);
  const Relation relation = found == unit.relations.end() ? Relation{} : found->second;
  const bool repeats = unit.disturbed && unit.last && is_same(*unit.last, hook);
  if (relation.lenient || repeats)
    return;
  if (relation.broken)
    say(hook, "runs after broken (H7)");
  if (phase_of(hook) == "created" && relation.created)
    say(hook, "runs a second time (H8)");
  // A relation may end before its created has run (S6).
  const bool later = phase_of(hook) != "created" && phase_of(hook) != "broken";
  if (later && !relation.created && has(hook, sibling(hook, "created")))
    say(hook, "runs before created (H8)");
  const bool first = phase_of(hook) == "joined" || phase_of(hook) == "changed";
  if (first && !unit.started && has(hook, "start"))
    say(hook, "runs before start (H8)");
  judge_member(unit, relation, hook);
}

void HookOrder::judge_member(const Unit&, const Relation& relation, const HookBegun& hook) {
  const std::string_view step = phase_of(hook);
  const bool known = relation.members.contains(hook.member);
  const bool tracked = has(hook, sibling(hook, "joined")) && has(hook, sibling(hook, "departed"));
  const bool is_due = step == "changed" && hook.member == relation.changed_due;
  if (!relation.changed_due.empty() && !is_due && has(hook, sibling(hook, "changed")))
    say(hook,
        fmt::format("runs before changed for {}, which has joined (H1)", relation.changed_due));
  if (!tracked)
    return;
  if (step == "joined" && known)
    say(hook, "runs for a member that has joined (H1)");
  if (step == "changed" && !hook.member.empty() && !known)
    say(hook, "runs for one that has not joined (H1)");
  if (step == "departed" && !known)
    say(hook, "runs for one that has not joined (H3)");
  if (step == "broken" && !relation.members.empty())
    say(hook, fmt::format("runs before departed for {} (S6)", *relation.members.begin()));
}

/// Takes in what the hook's success means.
void HookOrder::take(Unit& unit, const HookBegun& hook) {
  if (hook.name == "install")
    unit.installed = true;
  else if (hook.name == "config-changed")
    unit.configured = true;
  else if (hook.name == "start")
    start_has_run(unit);
  else if (hook.name == "stop")
    unit.stopped = true;
  else if (hook.name == "remove")
    unit.removed = true;
  if (!hook.storage.empty())
    take_storage(unit, hook);
  if (!hook.relation)
    return;
  Relation& relation = unit.relations[*hook.relation];
  const std::string_view step = phase_of(hook);
  if (step == "created")
    relation.created = true;
  if (step == "joined") {
    relation.members.insert(hook.member);
    relation.changed_due = has(hook, sibling(hook, "changed")) ? hook.member : "";
  }
  if (step == "changed" && relation.changed_due == hook.member)
    relation.changed_due.clear();
  if (step == "departed")
    relation.members.erase(hook.member);
  if (step == "broken")
    relation.broken = true;
}

} // namespace orrery::simulate
