#include "actors/agents/unit_agent.hpp"
#include "actors/runtime/log.hpp"

#include <cassert>

namespace orrery::agents {

namespace {

/// A look at all of so many costs little; of very many it costs what is to be saved.
constexpr std::size_t most_relations_checked = 8;

bool is_gone(const protocol::Answer& answer) {
  return answer.code == protocol::Code::NotFound;
}

/// Nothing was changed, and no news will tell when it has passed: the same step is taken again (L8).
bool is_contended(const protocol::Answer& answer) {
  return answer.verdict == protocol::Verdict::Contended;
}

/// Refused: only news can help.
bool must_wait(const protocol::Answer& answer) {
  return answer.verdict == protocol::Verdict::Refused && !is_gone(answer);
}

} // namespace

void UnitAgent::take(Writes writes) {
  for (store::Change& change : writes)
    unsaved_[std::move(change.key)] = std::move(change.value);
}

/// Puts what was done on disk, then goes on; steps without a process in between make one write.
void UnitAgent::save(std::function<void()> then) {
  if (unsaved_.empty())
    return then();
  std::vector<store::Change> changes;
  for (auto& [key, value] : unsaved_)
    changes.push_back({key, std::move(value)});
  unsaved_.clear();
  done_unsaved_ = false;
  busy_ = true;
  note(std::move(changes), [this, then = std::move(then)] {
    busy_ = false;
    then();
  });
}

void UnitAgent::wake(const protocol::Wake& due) {
  if (is_due(due))
    step();
}

void UnitAgent::step() {
  take_steps();
  pass_over_leadership();
  give_back_place();
}

/// What it waits for as the rest of its beginning are the model, its notes and its provider.
void UnitAgent::give_back_place() {
  const bool goes_on =
    !sight_complete() || (busy_ && slot_ == Slot::None && !running_ && command_began_at_ == 0);
  if (has_place_ && !goes_on) {
    has_place_ = false;
    services().beginnings.give_back(options_.unit);
  }
}

/// Who is told that nobody leads, and will not claim to lead soon, says so: another is told.
void UnitAgent::pass_over_leadership() {
  if (!offered_ || !sight_complete() || will_claim())
    return;
  offered_ = false;
  if (const caf::actor application =
        services().entities.directory.find(rules::application(options_.application)))
    send(application, protocol::PassOver{options_.unit});
}

/// What lies before it are answers of the model, which come. A hook may run for long, or wait for a person.
bool UnitAgent::will_claim() const {
  return remote_.leadership_free && remote_.life == store::Life::Alive && local_.installed
         && !local_.operation && commands_.empty() && !stalled_;
}

void UnitAgent::take_steps() {
  while (!busy_ && !stopping_ && sight_complete()) {
    if (begin_command() || stalled_)
      return;
    if (!carry_out(next(local_, remote_, now(), services().settings.retry, &looked_at_)))
      return;
  }
}

/// Steps that concern the agent's own notes only.
/// @returns whether it was one.
bool UnitAgent::local_step(const Next& next) {
  if (const auto* hook = std::get_if<QueueHook>(&next)) {
    queue_hook(hook->hook);
  } else if (std::holds_alternative<CommitHook>(next)) {
    const Hook done = local_.operation->hook;
    take(commit(local_));
    done_unsaved_ = true;
    if (is_relation_hook(done.kind)) {
      looked_at_.stir(done.relation);
      compare_member(done.relation, done.remote_unit);
    } else {
      looked_at_.stir_all();
    }
  } else if (std::holds_alternative<SkipHook>(next)) {
    tell_skipped(options_.unit, {local_.operation->hook}, "--skip-failed-hooks");
    take(finish(local_));
  } else if (std::holds_alternative<DropHook>(next)) {
    take(drop(local_));
    looked_at_.stir_all();
  } else if (const auto* learnt = std::get_if<LearnRelation>(&next)) {
    RelationRemote& relation = remote_.relations.at(learnt->relation);
    relation.differences.reset();
    looked_at_.stir(relation.id);
    take(learn_relation(local_, relation.id, relation.endpoint, relation.remote_application));
  } else if (const auto* lost = std::get_if<ForgetRelation>(&next)) {
    // In order it has none left; only force takes a scope away before.
    tell_skipped(options_.unit, hooks_left_in(local_, lost->relation, hook_names_), "--force");
    take(forget_relation(local_, lost->relation));
    looked_at_.stir(lost->relation);
  } else if (std::holds_alternative<LoseLeadership>(next)) {
    take(lose_leadership(local_));
    looked_at_.stir_all();
  } else {
    return false;
  }
  return true;
}

/// @returns whether the next step can follow at once.
bool UnitAgent::carry_out(const Next& next) {
  if (local_step(next))
    return true;
  forget_wake();
  if (!std::holds_alternative<RunHook>(next))
    free_slot(); // what it was for does not run any more
  if (const auto* wait = std::get_if<WaitUntil>(&next)) {
    be_idle(wait->at);
  } else if (std::holds_alternative<Idle>(next)) {
    be_idle(std::nullopt);
  } else if (std::holds_alternative<RunHook>(next)) {
    run_hook();
  } else if (const auto* resolved = std::get_if<AcceptResolved>(&next)) {
    accept_resolved(resolved->retry);
  } else if (const auto* dying = std::get_if<BecomeDying>(&next)) {
    become(store::Life::Dying, protocol::SetUnitDying{options_.unit, dying->why});
  } else if (std::holds_alternative<BecomeDead>(next)) {
    become(store::Life::Dead, protocol::SetUnitDead{options_.unit});
  } else if (std::holds_alternative<Terminate>(next)) {
    save([this] { quit(); }); // U7
  } else if (const auto* entered = std::get_if<Enter>(&next)) {
    enter(entered->relation);
  } else if (const auto* departed = std::get_if<Depart>(&next)) {
    act_on_relation(protocol::DepartScope{options_.unit, departed->relation}, departed->relation,
                    [this, id = departed->relation](const protocol::Answer&) {
                      remote_.relations[id].departing = true;
                    });
  } else if (const auto* left = std::get_if<Leave>(&next)) {
    act_on_relation(protocol::LeaveScope{options_.unit, left->relation}, left->relation,
                    [this, id = left->relation](const protocol::Answer&) {
                      scopes_.erase(id);
                      remote_.relations[id].in_scope = false;
                    });
  } else if (const auto* read = std::get_if<ReadMembers>(&next)) {
    read_members(read->relation);
  } else if (std::holds_alternative<Claim>(next)) {
    act(protocol::ClaimLeadership{options_.application, options_.unit},
        [this](const protocol::Answer& answer) {
          remote_.leadership_free = is_contended(answer);
          remote_.leader = answer.ok();
          offered_ &= answer.code != protocol::Code::NotLeader; // somebody else was faster
          looked_at_.stir_all();
        });
  }
  return false;
}

/// Nothing is to be done now. What was done is on disk first; as nothing is heard until then, it is
/// looked at again after that.
/// @param until when something is to be done.
void UnitAgent::be_idle(std::optional<store::Milliseconds> until) {
  if (!unsaved_.empty())
    return save([this] { step(); });
  if (std::exchange(hook_first_, false) && !commands_.empty())
    return step();
  report_idle();
  if (!until) {
    assert(
      remote_.relations.size() > most_relations_checked
      || std::holds_alternative<Idle>(next(local_, remote_, now(), services().settings.retry)));
    rest_wanted_ = services().roster.idle(options_.unit);
    return rest_if_possible();
  }
  wake_at(*until).keep(std::make_shared<UnitHold>(services().holds, options_.application));
}

/// Asks the model for one change. What was done before is on disk first.
void UnitAgent::act(const protocol::Command& command, OnAnswer then) {
  save([this, command, then = std::move(then)] {
    busy_ = true;
    ask(command, [this, then](const protocol::Answer& answer) {
      busy_ = false;
      if (!answer.ok() && !is_gone(answer))
        runtime::log("agent")->debug("a step was refused{}",
                                     runtime::field("unit", options_.unit)
                                       + runtime::field("seq", answer.sequence)
                                       + runtime::field("why", answer.text));
      then(answer);
      step();
    });
  });
}

/// `then` is called where the change was made, or the relation is gone; otherwise the agent waits
/// for news.
void UnitAgent::act_on_relation(const protocol::Command& command,
                                store::RelationId id,
                                OnAnswer then) {
  act(command, [this, id, then = std::move(then)](const protocol::Answer& answer) {
    stalled_ = must_wait(answer);
    looked_at_.stir(id);
    if (!stalled_ && !is_contended(answer) && remote_.relations.contains(id))
      then(answer);
  });
}

void UnitAgent::become(store::Life life, const protocol::Command& command) {
  act(command, [this, life](const protocol::Answer& answer) {
    looked_at_.stir_all();
    if (answer.ok()) {
      remote_.life = std::max(remote_.life, life);
      if (remote_.leader)
        ask(protocol::ResignLeadership{options_.application, options_.unit},
            [](const protocol::Answer&) {});
    } else if (is_gone(answer)) {
      remote_.life = store::Life::Dead;
    } else {
      stalled_ = must_wait(answer);
    }
  });
}

/// The notes first: a crash between the two loses nothing, the flag is found again and changes
/// nothing.
void UnitAgent::accept_resolved(bool retried) {
  if (!retried)
    tell_skipped(options_.unit, {local_.operation->hook}, "resolved --no-retry");
  take(retried ? retry(local_) : finish(local_));
  act(protocol::ClearResolved{options_.unit}, [this](const protocol::Answer& answer) {
    stalled_ = !answer.ok() && !is_contended(answer);
    if (answer.ok())
      remote_.resolved = store::Resolved::None;
  });
}

void UnitAgent::enter(store::RelationId id) {
  const std::string& address = options_.address;
  // S1; old charms read the first, later ones the others.
  const store::Settings settings{{"private-address", address},
                                 {"ingress-address", address},
                                 {"egress-subnets", address + "/32"}};
  act(protocol::EnterScope{options_.unit, id, settings, remote_.leader},
      [this, id](const protocol::Answer& answer) {
        const auto relation = remote_.relations.find(id);
        if (relation == remote_.relations.end())
          return;
        looked_at_.stir(id);
        if (answer.ok()) {
          scopes_.insert(id);
          relation->second.in_scope = true;
          relation->second.members_known = false;
          relation->second.members_time = 0;
        } else if (!is_contended(answer)) {
          relation->second.enter_blocked = true; // until something is seen to change
        }
      });
}

void UnitAgent::read_members(store::RelationId id) {
  const caf::actor relation = services().entities.directory.find(rules::relation(id));
  if (!relation) {
    lose_relation(id);
    resume_stepping();
    return;
  }
  busy_ = true;
  send(relation,
       protocol::ReadMembers{options_.unit, remote_.relations.at(id).members_time, options_.unit});
}

} // namespace orrery::agents
