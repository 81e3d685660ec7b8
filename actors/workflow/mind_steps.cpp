#include "actors/rules/ties.hpp"
#include "actors/workflow/mind.hpp"

#include <cassert>
#include <utility>

/// Takes each step that the ladder names (workflow.hpp).
namespace orrery::agents {

namespace {

/// A look at all of so many costs little; of very many it costs what is to be saved.
constexpr std::size_t most_relations_checked = 8;

/// Whether the step concerns the agent's own notes only, so that nothing that waits is disturbed.
bool is_local(const Next& next) {
  return std::holds_alternative<QueueHook>(next) || std::holds_alternative<CommitHook>(next)
         || std::holds_alternative<SkipHook>(next) || std::holds_alternative<DropHook>(next)
         || std::holds_alternative<LearnRelation>(next)
         || std::holds_alternative<ForgetRelation>(next)
         || std::holds_alternative<LoseLeadership>(next);
}

} // namespace

void Mind::take_steps() {
  while (std::holds_alternative<Nothing>(under_way_) && !stopping_ && sight_.is_complete()) {
    judge_early_ends();
    mend_files();
    if (!ends_to_forget_.empty()) {
      then(ForgetTheseEnds{std::exchange(ends_to_forget_, {})}, Saving{});
      break;
    }
    if (begin_task() || stalled_)
      break;
    if (task_waits_ && sight_.remote().life != store::Life::Alive) { // A15: the unit goes after it
      if (!unsaved_.empty())
        then(GoOn{}, Saving{});
      break;
    }
    look_for_endpoints();
    const Next next = agents::next(local_, sight_.remote(), now_, policy_, &sight_.looked_at());
    if (!is_local(next)) {
      out_.forgets_wake = true;
      if (!std::holds_alternative<RunHook>(next))
        give_place_back(); // what it was for does not run any more
    }
    if (!std::visit([this](const auto& step) { return take(step); }, next))
      break;
  }
  pass_over_leadership();
}

/// Says that it will not claim to lead soon, where it was told that nobody leads: another is told.
void Mind::pass_over_leadership() {
  if (!owes_answer_to_offer_ || !sight_.is_complete())
    return;
  // What lies before claiming are answers of the model, which come. A hook may run for long, or
  // wait for a person.
  const UnitSight& remote = sight_.remote();
  const bool will_claim = remote.leadership_free && remote.life == store::Life::Alive
                          && !local_.operation && !is_upgrading(local_) && !task_
                          && remote.tasks.empty() && !stalled_;
  if (will_claim)
    return;
  owes_answer_to_offer_ = false;
  out_.passes_over = true;
}

void Mind::note(NoteChanges writes) {
  for (store::Change& change : writes)
    unsaved_[std::move(change.key)] = std::move(change.value);
}

/// Steps without an effect in between make one write.
void Mind::then(Effect effect, UnderWay meanwhile) {
  if (!unsaved_.empty())
    hook_unsaved_ = false;
  for (auto& [key, value] : unsaved_)
    out_.notes.push_back({key, std::move(value)});
  unsaved_.clear();
  out_.then = std::move(effect);
  under_way_ = std::move(meanwhile);
}

void Mind::ask(protocol::Command command, Asked what) {
  then(AskModel{std::move(command)}, Asking{std::move(what)});
}

bool Mind::take(const Idle&) {
  if (will_not_be_tried(local_, policy_)) {
    note(give_up(local_));
    return true;
  }
  return be_idle(std::nullopt);
}

bool Mind::take(const WaitUntil& wait) {
  return be_idle(wait.at);
}

/// Nothing is to be done now. What was done is on disk first; as something may be seen until then,
/// a step is looked for once more after that.
/// @param until when something is to be done
bool Mind::be_idle(std::optional<store::Milliseconds> until) {
  if (!unsaved_.empty()) {
    then(GoOn{}, Saving{});
    return false;
  }
  if (std::exchange(others_before_next_task_, false) && !sight_.remote().tasks.empty())
    return true;
  report_idle();
  assert(until || sight_.remote().relations.size() > most_relations_checked
         || std::holds_alternative<Idle>(agents::next(local_, sight_.remote(), now_, policy_)));
  out_.is_idle = !until;
  out_.wake_at = until;
  return false;
}

/// A hook that the charm has not is a success without a process: nothing of it needs to be on disk
/// by itself.
bool Mind::take(const QueueHook& hook) {
  const bool restarts = hook.hook.kind == HookKind::Start && local_.last_end.start_due
                        && hook.hook.version == local_.boot;
  note(restarts ? queue_restart(local_, hook.hook, now_, policy_) : queue(local_, hook.hook));
  if (has_hook(hook_names_, hook.hook))
    return true;
  begin_run();
  note(finish(local_));
  return true;
}

bool Mind::take(const CommitHook&) {
  const Hook done = local_.operation->hook;
  if (tells_that_it_is_done(done))
    return false;
  NoteChanges writes = commit(local_);
  hook_unsaved_ |= !writes.empty();
  note(std::move(writes));
  const bool is_update_status = done.kind == HookKind::UpdateStatus;
  const bool is_covered = std::exchange(covers_update_status_, false);
  if (is_covered && (is_update_status || !std::exchange(others_stood_for_it_, true)))
    sight_.update_status_is_due(false);
  if (is_update_status) {
    others_stood_for_it_ = false;
    return true; // nothing of the unit has changed
  }
  if (is_relation_hook(done.kind)) {
    sight_.looked_at().stir(done.relation);
    sight_.delivered(done.relation, done.remote_unit, local_);
  } else {
    sight_.looked_at().stir_all();
  }
  return true;
}

bool Mind::take(const SkipHook&) {
  out_.said.emplace_back(SkippedHooks{{local_.operation->hook}, "--skip-failed-hooks"});
  covers_update_status_ = sight_.remote().update_status_due;
  note(finish(local_));
  return true;
}

bool Mind::take(const DropHook&) {
  note(drop(local_));
  sight_.looked_at().stir_all();
  return true;
}

bool Mind::take(const LearnRelation& learn) {
  const SeenRelation& relation = sight_.remote().relations.at(learn.relation);
  sight_.learnt(relation.id);
  note(learn_relation(local_, relation.id, relation.endpoint, relation.remote_application));
  return true;
}

/// In order the unit has no hook left in it; only force takes a scope away before, or a refresh,
/// with a peer relation that the application's charm has no more (P23).
bool Mind::take(const ForgetRelation& forget) {
  const UnitSight& remote = sight_.remote();
  const bool by_refresh =
    local_.relations.at(forget.relation).remote_application == acts_for_.application
    && remote.life == store::Life::Alive && remote.application_life == store::Life::Alive;
  out_.said.emplace_back(SkippedHooks{hooks_left_in(local_, forget.relation, hook_names_),
                                      by_refresh ? "refresh" : "--force"});
  note(forget_relation(local_, forget.relation));
  sight_.looked_at().stir(forget.relation);
  return true;
}

bool Mind::take(const LoseLeadership&) {
  note(lose_leadership(local_));
  sight_.looked_at().stir_all();
  return true;
}

/// The notes first: a crash between the two loses nothing, the flag is found again and changes
/// nothing.
bool Mind::take(const AcceptResolved& resolved) {
  if (!resolved.retry) {
    out_.said.emplace_back(SkippedHooks{{local_.operation->hook}, "resolved --no-retry"});
    covers_update_status_ = sight_.remote().update_status_due;
  }
  note(resolved.retry ? retry(local_) : finish(local_));
  ask(protocol::ClearResolved{acts_for_.unit}, ResolvedCleared{});
  return false;
}

bool Mind::take(const BecomeDying& dying) {
  ask(protocol::SetUnitDying{acts_for_.unit, dying.why}, Became{store::Life::Dying});
  return false;
}

bool Mind::take(const BecomeDead&) {
  ask(protocol::SetUnitDead{acts_for_.unit}, Became{store::Life::Dead});
  return false;
}

bool Mind::take(const Terminate&) {
  then(End{}, Saving{}); // U7
  return false;
}

bool Mind::take(const Enter& enter) {
  ask(protocol::EnterScope{acts_for_.unit, enter.relation, rules::first_settings(acts_for_.address),
                           sight_.remote().leader},
      Entered{enter.relation});
  return false;
}

bool Mind::take(const Depart& depart) {
  ask(protocol::DepartScope{acts_for_.unit, depart.relation}, Departed{depart.relation});
  return false;
}

bool Mind::take(const Leave& leave) {
  ask(protocol::LeaveScope{acts_for_.unit, leave.relation}, Left{leave.relation});
  return false;
}

bool Mind::take(const ReadMembers& read) {
  const std::uint64_t seen = sight_.remote().relations.at(read.relation).members_time;
  out_.then = LookAtMembers{read.relation, seen}; // reading needs no note on disk
  under_way_ = Reading{rules::relation(read.relation)};
  return false;
}

bool Mind::take(const Claim&) {
  ask(protocol::ClaimLeadership{acts_for_.application, acts_for_.unit}, Claimed{});
  return false;
}

} // namespace orrery::agents
