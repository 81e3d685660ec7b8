#include "actors/workflow/back_off.hpp"
#include "actors/workflow/unit_notes.hpp"
#include "actors/workflow/unit_notes_record.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

/// Programs that have ended, as a unit's notes have them (W10).
namespace orrery::agents {

NoteChanges queue_restart(UnitNotes& local,
                          Hook start,
                          store::Milliseconds now,
                          const config::RetryPolicy& policy) {
  assert(!local.operation && local.last_end.start_due);
  LastEnd& last = local.last_end;
  last.start_due = false;
  Operation& operation = local.operation.emplace();
  operation.hook = std::move(start);
  operation.tried = true;
  operation.attempt = std::min(last.count, policy.attempts);
  operation.stderr_tail = last.what;
  if (operation.attempt < policy.attempts)
    operation.next_at = std::min(last.at, now) + delay_after(operation.attempt, policy);
  else if (last.count > 1)
    operation.stderr_tail += ", " + std::to_string(last.count) + " times one after another";
  return {core_change(local)};
}

bool is_restart(const UnitNotes& local) {
  return local.operation && local.operation->hook.kind == HookKind::Start
         && !local.last_end.what.empty()
         && local.operation->stderr_tail.starts_with(local.last_end.what);
}

NoteChanges end_program(UnitNotes& local,
                        const hooks::ProgramEnd& end,
                        bool restarts,
                        const config::RetryPolicy& policy) {
  LastEnd& last = local.last_end;
  last.at = end.at;
  const bool start_waits = local.operation && local.operation->hook.kind == HookKind::Start
                           && local.operation->step == Step::Queued;
  if (last.start_due || start_waits)
    return {core_change(local)};
  const bool ran_for_long = end.at - end.since > 2 * policy.longest_delay.count();
  last.what = hooks::sentence_of(end);
  last.start_due = restarts;
  last.count = !restarts ? 0 : ran_for_long ? 1 : last.count + 1;
  return {core_change(local)};
}

NoteChanges pass_over(UnitNotes& local, const hooks::ProgramEnd& end) {
  local.last_end.at = end.at;
  return {core_change(local)};
}

NoteChanges reboot(UnitNotes& local, const hooks::ProgramEnd& end, std::uint64_t before) {
  if (is_restart(local) && local.operation->step == Step::Queued)
    local.operation.reset();
  local.last_end = {};
  local.last_end.at = end.at;
  local.boot = before;
  return {core_change(local)};
}

NoteChanges forget_end(UnitNotes& local) {
  if (local.last_end.what.empty() || local.last_end.start_due || local.operation)
    return {};
  local.last_end.what.clear();
  return {core_change(local)};
}

} // namespace orrery::agents
