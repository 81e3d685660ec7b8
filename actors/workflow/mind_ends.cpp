#include "actors/workflow/mind.hpp"

#include <utility>

/// Programs that the unit's hooks had left running, and that have ended (W10). Nobody has asked
/// them to: what ends while a hook or a command of the unit runs is that one's own doing, but for
/// programs that it has left running itself.
namespace orrery::agents {

void Mind::handle(const EndsSeen& seen) {
  judge(seen.ended);
  take_steps();
}

void Mind::judge(const std::vector<hooks::EndedProgram>& all) {
  for (const hooks::EndedProgram& ended : all) {
    if (is_left_by_first_start(ended.end)) {
      early_ends_.push_back(ended);
      continue;
    }
    ends_to_forget_.push_back(ended.note);
    judge(ended.end);
  }
}

/// Whether the unit's first start has left the program, and its end is not told yet: whether the
/// unit has started then is not known. What an earlier hook left may have been left in the
/// millisecond in which this one began.
bool Mind::is_left_by_first_start(const hooks::ProgramEnd& end) const {
  return !local_.started && std::holds_alternative<Running>(under_way_) && local_.operation
         && local_.operation->hook.kind == HookKind::Start && end.since > local_.last_run.began;
}

/// Judges what was left by a first start that has been told of meanwhile.
void Mind::judge_early_ends() {
  if (early_ends_.empty() || std::holds_alternative<Running>(under_way_)
      || (!local_.started && local_.operation))
    return;
  for (const hooks::EndedProgram& ended : std::exchange(early_ends_, {})) {
    ends_to_forget_.push_back(ended.note);
    judge(ended.end);
  }
}

/// Notes an end. One that was noted before a crash, or before the provider failed to forget it, is
/// seen once more. Before the unit has started, start will run anyway, and it has run since where
/// the end is told late; after the unit's stop it will not. Times that are still to come are of
/// before the clock was set back, and tell nothing of what ended since.
void Mind::judge(const hooks::ProgramEnd& end) {
  const auto is_before = [this, &end](store::Milliseconds noted) {
    return end.at < noted && (noted <= now_ || now_ < end.at);
  };
  if (end.at == local_.last_end.at || is_before(local_.last_end.at))
    return;
  const bool has_started_since = is_before(local_.last_start.began);
  if (end.how == hooks::ProgramEnd::How::Rebooted && local_.started && !local_.stopped
      && !has_started_since) {
    out_.said.emplace_back(
      UnitLine{"INFO", "agent", hooks::sentence_of(end) + ": start runs again"});
    return note(reboot(local_, end, surroundings_.boot + 1)); // any other boot than the present one
  }
  if (!local_.started || local_.stopped || has_started_since || is_charms_own_doing(end))
    return note(pass_over(local_, end));
  const bool restarts = restarts_after(end);
  out_.said.emplace_back(
    UnitLine{end.has_failed() ? "WARNING" : "INFO", "agent",
             hooks::sentence_of(end) + (restarts ? ": start runs again" : "")});
  note(end_program(local_, end, restarts, policy_));
}

bool Mind::is_charms_own_doing(const hooks::ProgramEnd& end) const {
  const auto is_of = [&](const TimeOfRun& run) {
    return run.began != 0 && end.since <= run.began && end.at >= run.began
           && (run.ended == 0 || end.at <= run.ended);
  };
  return end.how != hooks::ProgramEnd::How::Lost
         && (is_of(local_.last_run) || is_of(local_.last_start) || is_of(command_run_));
}

bool Mind::restarts_after(const hooks::ProgramEnd& end) const {
  Hook start;
  start.kind = HookKind::Start;
  switch (restart_units_) {
  case config::RestartUnits::Never:
    return false;
  case config::RestartUnits::OnFailure:
    return end.has_failed() && has_hook(hook_names_, start);
  case config::RestartUnits::Always:
    return has_hook(hook_names_, start);
  }
  return false;
}

} // namespace orrery::agents
