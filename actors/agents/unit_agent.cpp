#include "actors/agents/unit_agent.hpp"

#include "actors/agents/provider_fault.hpp"

namespace orrery::agents {

UnitAgent::UnitAgent(caf::actor_config& config, AgentServices& services, UnitAgentOptions options)
  : DeployingAgent(config, services, options.machine, options.unit), options_(std::move(options)) {
  local_.unit = options_.unit;
  remote_.subordinate = !options_.principal.empty();
  for (const StirredByCommand& order : options_.orders) {
    if (order.through.empty())
      commands_.push_back(
        {order.order, order.client, HookHold(holds(), services.holds, options_.application)});
    else
      stirred_by_command({order.unit, order.order, order.client, {}}); // a subordinate's
  }
  options_.orders.clear();
  services.roster.begun(options_.unit,
                        caf::event_based_actor::address()); // before anybody could begin another
  set_down_handler(
    [this](caf::scheduled_actor*, caf::down_msg& down) { handle_down([&] { agent_down(down); }); });
}

caf::behavior UnitAgent::make_behavior() {
  read_notes([this] { begin(); });
  return {on(&UnitAgent::got_answer),    on(&UnitAgent::provided),
          on(&UnitAgent::unit_seen),     on(&UnitAgent::application_seen),
          on(&UnitAgent::relation_seen), on(&UnitAgent::scope_stirred),
          on(&UnitAgent::members_seen),  on(&UnitAgent::config_seen),
          on(&UnitAgent::hook_goes_on),  on(&UnitAgent::hook_ended),
          on(&UnitAgent::slot_granted),  on(&UnitAgent::wake),
          on(&UnitAgent::look_again),    on(&UnitAgent::run_command),
          on(&UnitAgent::stirred),       on(&UnitAgent::stirred_by_command),
          on(&UnitAgent::may_begin),     on(&UnitAgent::told_that_it_may_rest)};
}

/// Reads its own notes, then the model (W8).
void UnitAgent::begin() {
  begun_ = true;
  local_ = notes_about(options_.unit);
  take(agents::resume(local_, now(), services().settings.retry)); // W4
  if (!remote_.subordinate)
    recall_notes();
  set_address(options_.address);
  for (const bool subordinate : {false, true})
    observe(rules::unit(options_.unit, subordinate));
  observe(rules::application(options_.application));
  if (remote_.subordinate)
    observe(rules::unit(options_.principal, false));
  ask_provider(machine(), protocol::ListHooks{machine(), options_.unit},
               [this](const protocol::ProviderDone& found) {
                 if (!found.ok)
                   return quit(fault_of_provider(found.error)); // its deployer tries again later
                 hook_names_ = {found.names.begin(), found.names.end()};
                 remote_.leaves_silently = leaves_silently(hook_names_);
                 hooks_known_ = true;
                 step();
               });
}

void UnitAgent::on_exit() {
  if (!resting_)
    observe_no_more();
  services().roster.ended(options_.unit, caf::event_based_actor::address());
  services().beginnings.give_back(options_.unit);
  refuse_commands();
  DeployingAgent::on_exit();
}

void UnitAgent::observe_no_more() {
  for (const bool subordinate : {false, true})
    unobserve(rules::unit(options_.unit, subordinate));
  unobserve(rules::application(options_.application));
  if (remote_.subordinate)
    unobserve(rules::unit(options_.principal, false));
  for (const auto& [id, relation] : remote_.relations)
    unobserve(rules::relation(id));
  for (const auto& [id, relation] : unplaced_)
    for (const store::RelationEnd& end : relation.ends)
      if (end.application != options_.application)
        unobserve(rules::application(end.application));
}

} // namespace orrery::agents
