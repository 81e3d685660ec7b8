#include "actors/agents/unit_agent.hpp"

#include "actors/agents/provider_fault.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace orrery::agents {

namespace {

Surroundings surroundings_of(const AgentServices& services) {
  return {
    [&model = services.model, &process = services.process] { return retry_policy(model, process); },
    {services.model.name, services.model.uuid},
    static_cast<bool>(services.process.slots),
    services.host.boot,
    [&model = services.model](const std::string& charm) { return model.model->charm(charm); }};
}

} // namespace

UnitAgent::UnitAgent(caf::actor_config& config, const AgentServices& services, ActsFor acts_for)
  : HostAgent(config, services), mind_(std::move(acts_for), surroundings_of(services)),
    deployer_(*this, *this, mind_.acts_for().machine, mind_.acts_for().unit) {
  of_model().roster.begun(unit(), address()); // before anybody could begin another
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg& down) {
    handle_down([&] { deployer_.agent_down(down); });
  });
}

caf::behavior UnitAgent::make_behavior() {
  read_notes([this] { begin(); });
  return {on(&UnitAgent::got_answer),
          on(&UnitAgent::provided),
          on(&UnitAgent::unit_seen),
          on(&UnitAgent::application_seen),
          on(&UnitAgent::relation_seen),
          on(&UnitAgent::told<protocol::ScopeStirred>),
          on(&UnitAgent::told<protocol::MembersSeen>),
          on(&UnitAgent::told<protocol::TaskSeen>),
          on(&UnitAgent::told<protocol::ConfigSeen>),
          on(&UnitAgent::told<protocol::HookGoesOn>),
          on(&UnitAgent::told<protocol::HookEnded>),
          on(&UnitAgent::told<protocol::SlotGranted>),
          on(&UnitAgent::wake),
          on(&UnitAgent::told_that_it_may_rest),
          on(&UnitAgent::look_at_ends),
          on(&UnitAgent::update_status_due),
          on(&UnitAgent::secrets_stirred),
          on(deployer_, &Deployer::look_again),
          on(deployer_, &Deployer::stirred),
          on(deployer_, &Deployer::may_begin)};
}

/// Reads its own notes, then the model (W8).
void UnitAgent::begin() {
  begun_ = true;
  const ActsFor& acts_for = mind_.acts_for();
  mind_.step(NotesRead{deployer_.notes_about(unit()), of_model().update_status.last_run(unit())},
             now());
  if (!acts_for.rested)
    restart_update_status();
  if (acts_for.principal.empty())
    deployer_.recall_notes();
  let_subordinates_begin();
  carry_out(mind_.take_output());
  take_update_status();
  look_at_secrets();
  ask_provider(
    acts_for.machine, protocol::ListHooks{acts_for.machine, unit()},
    [this](const protocol::ProviderDone& found) {
      if (!found.ok)
        return quit(fault_of_provider(found.error)); // its deployer tries again later
      listed_ = std::make_unique<HooksListed>(HooksListed{
        {found.names.begin(), found.names.end()}, found.restart_units, found.ended, found.damage});
      tell_hooks_listed();
    });
}

void UnitAgent::on_exit() {
  if (!resting_) {
    mind_.look_no_more();
    look(mind_.take_output().looks);
  }
  of_model().roster.ended(unit(), address());
  of_process().beginnings.give_back(of_model().roster, unit());
  deployer_.on_exit();
  HostAgent::on_exit();
}

void UnitAgent::unit_seen(const protocol::UnitSeen& seen) {
  if (!begun_)
    return;
  if (seen.unit.name == unit())
    own_unit_seen(seen);
  else if (seen.unit.name == mind_.acts_for().principal)
    tell(seen);
  else if (!deployer_.deployed_unit_seen(seen))
    tell(SubordinatesHeld{deployer_.held_units()}); // of an earlier subordinate
}

/// Tells the deployer first: the mind judges the unit knowing how many there are.
void UnitAgent::own_unit_seen(const protocol::UnitSeen& seen) {
  mind_.observe(seen, now());
  look_at_storage(seen);
  std::vector<std::string> names;
  for (const protocol::SubordinateSeen& subordinate : seen.subordinates)
    names.push_back(subordinate.unit);
  if (mind_.seen().life != store::Life::Alive)
    deployer_.set_dying();
  if (!has_said_of_recalls_)
    say_of_recalls();
  deployer_.set_units(names); // B3
  tell(SubordinatesHeld{deployer_.held_units()});
  tell_hooks_listed();
}

/// The unit waits for a subordinate until that is recalled, too: its notes say so, and go with its
/// own.
void UnitAgent::unit_forgotten() {
  failed_recall_.clear(); // whatever fails still says so once more
  say_of_recalls();
  tell(SubordinatesHeld{deployer_.held_units()});
}

void UnitAgent::recall_failed(const std::string& unit, const std::string& why) {
  failed_recall_ = fmt::format("what is left of {} is not removed: {}", unit, why);
  say_of_recalls();
}

/// Force takes a subordinate from the model whose recall fails: a principal that goes waits for
/// that, and says so, beside what its mind reports, which has nothing else to say meanwhile.
void UnitAgent::say_of_recalls() {
  const bool fails = !failed_recall_.empty() && mind_.seen().life != store::Life::Alive;
  if (!fails && !has_said_of_recalls_)
    return;
  has_said_of_recalls_ = fails;
  const store::Status agent{fails ? "failed" : "idle", fails ? failed_recall_ : "", now()};
  ask(protocol::ReportUnit{mind_.acts_for().unit, {}, agent, {}, {}, {}},
      [](const protocol::Answer&) {});
}

void UnitAgent::application_seen(const protocol::ApplicationSeen& seen) {
  if (!begun_)
    return;
  look_at_leader(seen);
  tell(seen);
  if (seen.application.name == mind_.acts_for().application)
    return;
  deployer_.held_application_seen(seen); // a subordinate's
  rest_if_possible();                    // it may have come as the agent was about to
}

void UnitAgent::relation_seen(const protocol::RelationSeen& seen) {
  tell(seen);
  rest_if_possible(); // it may have come as the agent was about to
}

void UnitAgent::wake(const protocol::Wake& due) {
  if (is_due(due))
    tell(TimeHasCome{});
}

/// An agent that has not begun yet looks when it begins.
void UnitAgent::look_at_ends(const protocol::LookAtEnds&) {
  if (!begun_)
    return;
  const store::MachineId machine = mind_.acts_for().machine;
  ask_provider(machine, protocol::LookAtPrograms{machine, unit()},
               [this](const protocol::ProviderDone& found) {
                 if (!found.ok)
                   return quit(fault_of_provider(found.error)); // who begins in its place looks
                 tell(EndsSeen{found.ended});
               });
}

void UnitAgent::got_answer(const protocol::Answer& answer) {
  answered(answer);
  rest_if_possible(); // it may have been the last thing that it waited for
}

} // namespace orrery::agents
