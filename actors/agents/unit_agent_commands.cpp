#include "actors/agents/command_job.hpp"
#include "actors/agents/unit_agent.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <utility>

/// Clients that wait for users' commands at the unit, and what they are told.
namespace orrery::agents {

/// Takes the commands that the agent is begun for.
void UnitAgent::take_orders(std::vector<StirredByCommand> orders) {
  for (StirredByCommand& order : orders) {
    if (!order.through.empty()) {
      deployer_.stirred_by_command({order.unit, order.order, order.client, {}}); // a subordinate's
      continue;
    }
    commands_.push_back({order.order.ticket, order.client,
                         HookHold(holds(), services().holds, mind_.acts_for().application)});
    mind_.step(order.order, now());
  }
}

void UnitAgent::run_command(const protocol::RunCommand& order) {
  const caf::actor client = caf::actor_cast<caf::actor>(current_sender());
  if (commands_.size() >= most_commands) {
    send(client, protocol::CommandEnded{order.ticket,
                                        fmt::format("{} commands wait for {} already: try again "
                                                    "later",
                                                    most_commands, unit()),
                                        {},
                                        0,
                                        now()});
    return;
  }
  commands_.push_back(
    {order.ticket, client, HookHold(holds(), services().holds, mind_.acts_for().application)});
  tell(order);
}

void UnitAgent::answer_command(const CommandOver& over) {
  const AwaitedCommand& command = commands_.front();
  send(command.client,
       protocol::CommandEnded{command.ticket, over.fault, over.end, over.began_at, now()});
  commands_.pop_front();
}

/// This agent ends.
void UnitAgent::refuse_commands() {
  store::Milliseconds began_at = mind_.command_began_at();
  for (const AwaitedCommand& command : commands_) {
    const char* why = began_at != 0 ? "its agent has ended: what the command has done is unknown"
                                    : "its agent has ended before the command's turn came";
    caf::anon_send(command.client, protocol::CommandEnded{
                                     command.ticket, why, {}, std::exchange(began_at, 0), now()});
  }
  commands_.clear();
}

} // namespace orrery::agents
