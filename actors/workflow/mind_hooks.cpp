#include "actors/rules/refreshed_settings.hpp"
#include "actors/workflow/machine_turn.hpp"
#include "actors/workflow/mind.hpp"

#include <fmt/format.h>

#include <utility>

/// One hook: its place, what it is shown, its end, and what it has buffered.
namespace orrery::agents {

namespace {

std::string why_failed(const hooks::HookEnd& end) {
  using How = hooks::HookEnd::How;
  if (end.how == How::TimedOut)
    return end.stderr_tail + "\nkilled at its deadline";
  if (end.how == How::Signaled)
    return end.stderr_tail + fmt::format("\nkilled by signal {}", end.code);
  return end.stderr_tail.empty() ? fmt::format("exit code {}", end.code) : end.stderr_tail;
}

} // namespace

/// The hook in hand runs: with its place, its notes, what its application is set to. It is noted as
/// pending before anything runs (W4).
bool Mind::take(const RunHook&) {
  const Hook& hook = local_.operation->hook;
  if (!has_hook(hook_names_, hook)) { // P42
    begin_run();
    note(finish(local_));
    return true;
  }
  if (!has_place(turn_of_hook(acts_for_.machine))) {
    want_place_for_hook();
    return false;
  }
  if (hook.kind == HookKind::Start && hook.version != sight_.remote().boot)
    note(set_boot(local_, sight_.remote().boot)); // queued before its host was started again
  take_newest_revision();
  local_.last_run = {now_, 0};
  if (hook.kind == HookKind::Start)
    local_.last_start = local_.last_run;
  begin_run();
  report_hook();
  then(LookAtConfig{}, Reading{rules::application(acts_for_.application)});
  return false;
}

/// The hook in hand starts: update-status is due no more once it succeeds, if it is due by now
/// (US2).
void Mind::begin_run() {
  covers_update_status_ = sight_.remote().update_status_due;
  note(start(local_));
}

bool Mind::has_place(const std::optional<protocol::MachineTurn>& turn) {
  return !surroundings_.places_are_bounded || (place_ == Place::Granted && wish_.turn == turn);
}

/// Wants one with that turn of the machine, in place of any other that it has or wants (A11).
void Mind::want_place(const std::optional<protocol::MachineTurn>& turn) {
  if (place_ != Place::None && wish_.turn == turn)
    return;
  if (place_ != Place::None && !out_.wants_place) // else nobody has been asked for it yet
    out_.gives_place_back = true;
  place_ = Place::Wanted;
  wish_ = {turn, wish_.ticket + 1};
  out_.wants_place = wish_;
}

/// A hook that waits for its place is still queued: it has not run (W4). What was done before is on
/// disk meanwhile; that this one is queued need not be, for what asks for it is seen again. Behind
/// a task that waits it waits without a place of its own.
void Mind::want_place_for_hook() {
  if (!task_waits_)
    want_place(turn_of_hook(acts_for_.machine));
  const bool has_failed = local_.operation->attempt > 0;
  if (has_failed)
    report_idle(); // that shows meanwhile, too
  if ((has_failed || hook_unsaved_) && !unsaved_.empty())
    then(GoOn{}, Saving{});
}

void Mind::give_place_back() {
  if (place_ != Place::Granted)
    return;
  place_ = Place::None;
  out_.gives_place_back = true;
}

void Mind::handle(const protocol::ConfigSeen& seen) {
  if (task_)
    return start_task(seen);
  if (reads_for_upgrade())
    return put_in_place(seen.charm);
  if (!local_.operation)
    return;
  const Hook& hook = local_.operation->hook;
  protocol::RunHook order{0, shown_to(hook, seen)};
  if (hook.kind != HookKind::UpdateStatus) // US5
    // The unit's log says that it runs: who runs the hook has that log open.
    order.opening = reporter_.next_line(executing(hook, now_));
  then(StartHook{std::move(order)}, Running{});
}

/// The application is gone, and the unit with it: that will be seen.
void Mind::config_is_missing() {
  if (!task_)
    return sight_.application_charm_is({});
  finish_task({store::TaskStatus::Failed, "its application is gone", {}}, std::nullopt);
  give_place_back();
}

/// Whether install is in hand: ports that are open by then were opened on a machine that was there
/// before (M11).
bool Mind::begins_anew() const {
  return !task_ && local_.operation && local_.operation->hook.kind == HookKind::Install;
}

/// Older files see what their own charm declares: the options that it has, with what is set of
/// these as far as their types take it, and its own defaults (P43).
hooks::HookSight Mind::shown_to(const Hook& hook, const protocol::ConfigSeen& seen) const {
  if (const auto older = older_charm(seen.charm.url)) {
    protocol::ConfigSeen known = seen;
    known.values = rules::refreshed_settings(seen.values, seen.charm, *older);
    known.charm = *older;
    return shown_to(hook, known);
  }
  const std::vector<store::Port> ports = begins_anew() ? std::vector<store::Port>{} : ports_;
  return hook_sight(
    {acts_for_, surroundings_.model, local_, sight_.remote(), reporter_.workload(), ports}, hook,
    seen);
}

void Mind::handle(const protocol::HookEnded& ended) {
  under_way_ = Nothing{};
  if (task_)
    command_run_.ended = now_;
  else if (local_.operation)
    end_run(local_, now_);
  give_place_back();
  if (ended.state.status)
    reporter_.set_workload(*ended.state.status);
  if (task_)
    task_ended(ended);
  else
    hook_ended(ended);
  take_steps();
}

void Mind::hook_ended(const protocol::HookEnded& ended) {
  others_before_next_task_ = false;
  took_ = ended.end.took;
  if (ended.end.how == hooks::HookEnd::How::Cancelled) {
    stopping_ = true;
    note(requeue(local_));
    then(GoOn{}, Saving{});
  } else if (ended.state.reboot == hooks::Reboot::Now) {
    then(EndAllPrograms{}, Rebooting{hooks::Reboot::Now});
  } else if (ended.end.success()) {
    reboots_ = ended.state.reboot == hooks::Reboot::AfterHook;
    flush(ended.state);
  } else {
    hook_failed(why_failed(ended.end));
  }
}

/// Collects what a hook or a task buffered; nothing if it changes nothing.
std::optional<protocol::FlushHook> Mind::changes_of(const hooks::HookState& state) const {
  protocol::FlushHook flush{acts_for_.unit,
                            state.unit_changes,
                            state.application_changes,
                            {state.opened.begin(), state.opened.end()},
                            {state.closed.begin(), state.closed.end()},
                            {},
                            state.storages_to_add};
  if (state.kept_after && state.kept_after != state.kept)
    flush.kept = state.kept_after;
  flush.secrets = state.secrets.sealed;
  if (begins_anew())
    flush.close.insert(flush.close.end(), ports_.begin(), ports_.end());
  if (flush.unit_settings.empty() && flush.application_settings.empty() && flush.open.empty()
      && flush.close.empty() && !flush.kept && flush.storage.empty() && flush.secrets.empty())
    return std::nullopt;
  return flush;
}

/// Applies it in one transaction; only then the hook is done (H6).
void Mind::flush(const hooks::HookState& state) {
  if (!state.secrets.refused.empty())
    return flushed(state.secrets.refused);
  std::optional<protocol::FlushHook> changes = changes_of(state);
  if (!changes)
    return flushed({});
  Flushed what{changes->open, changes->close};
  ask(std::move(*changes), std::move(what));
}

/// @param fault why that was refused; empty: it was not
void Mind::flushed(const std::string& fault) {
  if (!fault.empty()) {
    reboots_ = false;
    say_end(fault);
    hook_failed(fault);
  } else if (std::exchange(reboots_, false)) {
    then(EndAllPrograms{}, Rebooting{});
  } else {
    hook_succeeded();
  }
}

/// Says how a hook has ended whose program has succeeded: only now it is known whether what it
/// asked for was done. The console reads from these lines which hooks have ended well
/// (cmd/conditions/hook_history.cpp); how a program has failed says who ran it.
/// @param fault empty: it was done.
void Mind::say_end(const std::string& fault) {
  const std::string hook = hook_name(local_.operation->hook);
  if (fault.empty())
    out_.said.emplace_back(
      UnitLine{"INFO", "agent", fmt::format("hook {} done in {} ms", hook, took_.count())});
  else
    out_.said.emplace_back(UnitLine{
      "ERROR", "agent", fmt::format("hook {} failed after {} ms: {}", hook, took_.count(), fault)});
}

void Mind::hook_succeeded() {
  say_end({});
  if (local_.operation->attempt > 0) // it had failed: what the charm said counts again
    out_.said.emplace_back(
      status_line("workload", reporter_.workload().value, reporter_.workload().message));
  note(finish(local_));
}

/// The hook counts as done only now: after a crash it runs again, and reboots again. That start is
/// to run again is told to all units of the machine, this one among them, as an end of programs.
void Mind::handle(const Rebooted& rebooted) {
  const auto wanted = std::get<Rebooting>(std::exchange(under_way_, Nothing{})).wanted;
  if (!rebooted.fault.empty()) {
    say_end("juju-reboot: " + rebooted.fault);
    hook_failed("juju-reboot: " + rebooted.fault);
  } else if (wanted == hooks::Reboot::Now) {
    note(requeue(local_)); // it has not failed: no try is counted
  } else {
    hook_succeeded();
  }
  take_steps();
}

void Mind::hook_failed(const std::string& why) {
  const std::string hook = hook_name(local_.operation->hook);
  const std::string word = word_for_failed(local_.operation->hook);
  out_.said.emplace_back(FailedHook{hook, local_.operation->attempt + 1, why});
  out_.said.emplace_back(status_line("workload", "error", "hook failed: \"" + word + "\""));
  note(fail(local_, why, now_, policy_));
  sight_.hook_has_failed();
}

} // namespace orrery::agents
