#include "actors/workflow/mind.hpp"

#include "actors/workflow/resting.hpp"

#include <utility>

namespace orrery::agents {

using store::Life;

Mind::Mind(ActsFor acts_for, Surroundings surroundings)
  : acts_for_(std::move(acts_for)), surroundings_(std::move(surroundings)),
    policy_(surroundings_.policy()), sight_(acts_for_, surroundings_.boot),
    reporter_(acts_for_.unit) {
  local_.unit = acts_for_.unit;
}

void Mind::begin_step(store::Milliseconds now) {
  now_ = now;
  policy_ = surroundings_.policy();
}

Output Mind::take_output() {
  Output output = std::exchange(out_, {});
  output.looks = sight_.take_looks();
  return output;
}

bool Mind::is_beginning() const {
  const bool waits = !std::holds_alternative<Nothing>(under_way_);
  return !sight_.is_complete() || (waits && !is_at_hook());
}

bool Mind::is_at_hook() const {
  return place_ != Place::None || std::holds_alternative<Running>(under_way_);
}

bool Mind::is_to_start_first() const {
  const bool has_failed =
    (local_.operation && local_.operation->attempt > 0) || !local_.conflict.empty();
  return local_.started && !local_.stopped && local_.boot != sight_.remote().boot && !has_failed
         && sight_.remote().life == Life::Alive;
}

bool Mind::may_rest() const {
  return std::holds_alternative<Nothing>(under_way_) && !stalled_ && !stopping_ && unsaved_.empty()
         && ends_to_forget_.empty() && early_ends_.empty() && !task_ && !is_at_hook()
         && sight_.is_complete() && agents::may_rest(local_, sight_.remote(), policy_);
}

bool Mind::awaits_update_status() const {
  const UnitSight& remote = sight_.remote();
  return has_update_status_ && local_.started && !local_.stopped
         && remote.life == store::Life::Alive && !remote.update_status_due;
}

void Mind::handle(const NotesRead& read) {
  local_ = read.notes;
  if (read.last_run.began > local_.last_run.began)
    local_.last_run = read.last_run;
  had_conflict_ = !local_.conflict.empty();
  note(agents::resume(local_, now_, policy_)); // W4
  sight_.begin();
}

void Mind::take_over_hooks(const HookNames& names, config::RestartUnits restart_units) {
  hook_names_ = names;
  has_update_status_ = has_hook(hook_names_, update_status_hook());
  restart_units_ = restart_units;
  sight_.hooks_seen(names);
}

void Mind::handle(const HooksListed& listed) {
  take_over_hooks(listed.names, listed.restart_units);
  damage_ = listed.damage;
  judge(listed.ended);
  take_steps();
}

void Mind::observe(const protocol::UnitSeen& seen, store::Milliseconds now) {
  begin_step(now);
  sight_.unit_seen(seen);
  if (!std::exchange(status_known_, true)) {
    reporter_.take_over(seen.status, acts_for_.rested);
    ports_ = seen.status.ports;
  }
  end_cancelled_task();
}

void Mind::handle(const SubordinatesHeld& held) {
  sight_.subordinates_seen(held.count);
  resume();
}

void Mind::handle(const protocol::UnitSeen& principal) {
  sight_.principal_seen(principal);
  resume();
}

void Mind::handle(const protocol::ApplicationSeen& seen) {
  if (seen.application.name != acts_for_.application) {
    if (sight_.counterpart_seen(seen))
      resume();
    return;
  }
  const bool nobody_leads = seen.application.leader.empty() && !seen.gone;
  owes_answer_to_offer_ = nobody_leads && !sight_.remote().leader; // who has led is not asked
  sight_.application_seen(seen);
  resume();
}

void Mind::handle(const protocol::RelationSeen& seen) {
  if (sight_.relation_seen(seen))
    resume();
}

void Mind::handle(const protocol::ScopeStirred& stirred) {
  sight_.scope_stirred(stirred.relation);
  resume();
}

void Mind::handle(const protocol::MembersSeen& seen) {
  if (is_reading(rules::relation(seen.relation)))
    under_way_ = Nothing{};
  sight_.members_seen(seen, local_);
  take_steps();
}

bool Mind::is_reading(const rules::Who& whom) const {
  const auto* reading = std::get_if<Reading>(&under_way_);
  return reading != nullptr && reading->whom == whom;
}

void Mind::handle(const NotThere& missing) {
  const bool was_read = is_reading(missing.whom);
  if (was_read)
    under_way_ = Nothing{};
  if (was_read && missing.whom.rank == rules::Rank::Application)
    return config_is_missing();
  if (was_read && missing.whom.rank == rules::Rank::Operation)
    sight_.operation_is_over(missing.whom.id);
  sight_.not_there(missing.whom);
  resume();
}

void Mind::handle(const NotesOnDisk&) {
  under_way_ = Nothing{};
  take_steps();
}

void Mind::handle(const TimeHasCome&) {
  take_steps();
}

/// A grant of a wish that was taken back means nothing.
void Mind::handle(const protocol::SlotGranted& granted) {
  if (place_ == Place::None || granted.ticket != wish_.ticket)
    return;
  place_ = Place::Granted;
  take_steps();
}

/// Several times that come before the hook has run count as one. One that comes while a hook runs
/// outlives that hook (US2).
void Mind::handle(const protocol::UpdateStatusDue&) {
  covers_update_status_ = false;
  sight_.update_status_is_due(true);
  take_steps();
}

/// Something new is seen: what the model refused may be possible now.
void Mind::resume() {
  stalled_ = false;
  take_steps();
}

} // namespace orrery::agents
