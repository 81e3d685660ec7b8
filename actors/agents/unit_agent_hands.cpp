#include "actors/agents/provider_fault.hpp"
#include "actors/agents/unit_agent.hpp"
#include "actors/runtime/log.hpp"

#include <utility>

/// Carries out what the mind puts out, in this order. Nothing that is said is waited for;
/// what must be on disk is written before what follows from it.
namespace orrery::agents {

void UnitAgent::carry_out(Output output) {
  let_subordinates_begin();
  look(output.looks);
  for (const Said& said : output.said)
    say(said);
  move_place(output);
  hold_while_at_hook();
  await_update_status();
  if (output.ends_task) // behind the order that starts it, which may wait for notes
    note({}, [this, task = *output.ends_task] { send(of_host().hooks, protocol::EndTask{task}); });
  set_wake(output);
  if (output.notes.empty())
    follow(std::move(output.then));
  else
    note(std::move(output.notes),
         [this, then = std::move(output.then)]() mutable { follow(std::move(then)); });
  if (output.passes_over)
    pass_over_leadership();
  give_back_beginning();
  if (output.is_idle) {
    rest_wanted_ = of_model().roster.idle(unit());
    rest_if_possible();
  }
}

/// Tells the mind of those that are not there once all are looked at.
void UnitAgent::look(const std::vector<Look>& looks) {
  std::vector<rules::Who> missing;
  for (const Look& look : looks) {
    if (look.stop) {
      unobserve(look.whom);
    } else if (look.whom.rank != rules::Rank::Relation) {
      if (!observe(look.whom))
        missing.push_back(look.whom);
    } else if (!ask_entity(look.whom, protocol::ObserveRelation{unit(), look.role, look.container,
                                                                unit(), next_look()})) {
      missing.push_back(look.whom);
    }
  }
  for (rules::Who& whom : missing)
    tell(NotThere{std::move(whom)});
}

void UnitAgent::say(const Said& said) {
  if (const auto* line = std::get_if<UnitLine>(&said))
    deployer_.write_unit_log(unit(), *line);
  else if (const auto* skipped = std::get_if<SkippedHooks>(&said))
    deployer_.tell_skipped(unit(), skipped->hooks, skipped->by);
  else if (const auto* failed = std::get_if<FailedHook>(&said))
    say_failed(*failed);
  else
    ask(std::get<protocol::Command>(said), [](const protocol::Answer&) {});
}

void UnitAgent::say_failed(const FailedHook& failed) {
  runtime::log("agent")->warn("hook failed{}",
                              runtime::field("unit", unit()) + runtime::field("hook", failed.hook)
                                + runtime::field("try", failed.attempt)
                                + runtime::field("why", failed.why) + of_model().log_fields());
}

void UnitAgent::move_place(const Output& output) {
  if (output.gives_place_back)
    send(of_process().slots, protocol::FreeSlot{});
  if (output.wants_place) {
    protocol::WantSlot wish = *output.wants_place;
    wish.model = of_model().uuid;
    send(of_process().slots, std::move(wish));
  }
}

/// Keeps the unit's application from being settled, and no other.
void UnitAgent::hold_while_at_hook() {
  if (!mind_.is_at_hook())
    at_hook_.reset();
  else if (!at_hook_)
    at_hook_.emplace(holds(), of_model().model->known_parts(), mind_.acts_for().application);
}

void UnitAgent::set_wake(const Output& output) {
  if (output.forgets_wake)
    forget_wake();
  if (output.wake_at)
    wake_at(*output.wake_at)
      .keep(
        std::make_shared<UnitWait>(of_model().model->known_parts(), mind_.acts_for().application));
}

void UnitAgent::follow(Effect effect) {
  if (std::holds_alternative<GoOn>(effect))
    tell(NotesOnDisk{});
  else if (const auto* asked = std::get_if<AskModel>(&effect))
    ask_model(asked->command);
  else if (const auto* members = std::get_if<LookAtMembers>(&effect))
    look_at_members(*members);
  else if (const auto* task = std::get_if<LookAtTask>(&effect))
    look_at_task(*task);
  else if (std::holds_alternative<LookAtConfig>(effect))
    look_at_config();
  else if (auto* hook = std::get_if<StartHook>(&effect))
    send(of_host().hooks, std::move(hook->order));
  else if (const auto* ends = std::get_if<ForgetTheseEnds>(&effect))
    forget_ends(*ends);
  else if (const auto* charm = std::get_if<PutCharmInPlace>(&effect))
    put_in_place(*charm);
  else if (std::holds_alternative<EndAllPrograms>(effect))
    end_all_programs();
  else if (const auto* wanted = std::get_if<ProvideStorage>(&effect))
    provide_storage(*wanted);
  else if (const auto* left = std::get_if<LeaveStorage>(&effect))
    leave_storage(*left);
  else if (std::holds_alternative<End>(effect))
    quit();
}

void UnitAgent::ask_model(const protocol::Command& command) {
  ask(command, [this](const protocol::Answer& answer) {
    if (!answer.ok() && answer.code != protocol::Code::NotFound)
      runtime::log("agent")->debug(
        "a step was refused{}", runtime::field("unit", unit())
                                  + runtime::field("seq", answer.sequence)
                                  + runtime::field("why", answer.text) + of_model().log_fields());
    tell(answer);
  });
}

void UnitAgent::look_at_members(const LookAtMembers& look) {
  const rules::Who whom = rules::relation(look.relation);
  if (!ask_entity(whom, protocol::ReadMembers{unit(), look.seen, unit()}))
    tell(NotThere{whom});
}

void UnitAgent::look_at_task(const LookAtTask& look) {
  const rules::Who whom = rules::operation(look.operation);
  if (!ask_entity(whom, protocol::ReadTask{look.task}))
    tell(NotThere{whom});
}

/// Should the provider fail, they are seen once more, and known.
void UnitAgent::forget_ends(const ForgetTheseEnds& ends) {
  const store::MachineId machine = mind_.acts_for().machine;
  ask_provider(machine, protocol::ForgetEnds{machine, unit(), ends.notes},
               [this](const protocol::ProviderDone&) { rest_if_possible(); });
  tell(NotesOnDisk{});
}

/// Reckons the next time of update-status from the upgrade on, as of who begins (US1).
void UnitAgent::put_in_place(const PutCharmInPlace& charm) {
  const store::MachineId machine = mind_.acts_for().machine;
  ask_provider(machine, protocol::ReplaceCharm{machine, unit(), charm.directory, charm.revision},
               [this, url = charm.url](const protocol::ProviderDone& reply) {
                 if (!reply.ok && reply.may_pass)
                   return quit(fault_of_provider(reply.error)); // its deployer tries again later
                 if (reply.ok)
                   restart_update_status();
                 else
                   runtime::log("agent")->warn(
                     "an upgrade failed{}",
                     runtime::field("unit", unit()) + runtime::field("charm", url)
                       + runtime::field("why", reply.error) + of_model().log_fields());
                 const std::string why = reply.error.empty() ? "no reason given" : reply.error;
                 tell(CharmReplaced{reply.ok ? std::string() : why,
                                    {reply.names.begin(), reply.names.end()},
                                    reply.restart_units});
               });
}

void UnitAgent::end_all_programs() {
  const store::MachineId machine = mind_.acts_for().machine;
  ask_provider(machine, protocol::RebootMachine{machine},
               [this](const protocol::ProviderDone& reply) {
                 tell(Rebooted{reply.ok ? std::string() : reply.error});
               });
}

void UnitAgent::look_at_config() {
  const rules::Who whom = rules::application(mind_.acts_for().application);
  if (!ask_entity(whom, protocol::ReadConfig{0}))
    tell(NotThere{whom});
}

/// The agent has begun once it waits for anything other than the model, its notes or its provider:
/// another may begin.
void UnitAgent::give_back_beginning() {
  if (mind_.is_beginning() || !std::exchange(is_among_beginning_, false))
    return;
  of_process().beginnings.give_back(of_model().roster, unit());
}

/// Principals start before subordinates where their host was started again (W9). Which of both it
/// is, notes tell: before they are read nobody begins, whatever message comes.
void UnitAgent::let_subordinates_begin() {
  if (begun_ && !mind_.is_to_start_first())
    deployer_.set_address(mind_.acts_for().address); // once: it has one then
}

void UnitAgent::pass_over_leadership() {
  (void)ask_entity(rules::application(mind_.acts_for().application), protocol::PassOver{unit()});
}

} // namespace orrery::agents
