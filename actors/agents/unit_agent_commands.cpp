#include "actors/agents/command_job.hpp"
#include "actors/agents/unit_agent.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <utility>

/// Users' commands take turns with the unit's hooks (W7): one runs when no hook does, also while a failed hook waits for
/// its next try or for a person. Between two of them everything else that there is to do is done. They are noted
/// nowhere: a crash takes them with it, and nothing runs again.
namespace orrery::agents {

void UnitAgent::run_command(const protocol::RunCommand& order) {
  const caf::actor client = caf::actor_cast<caf::actor>(current_sender());
  if (commands_.size() >= most_commands) {
    send(client, protocol::CommandEnded{order.ticket,
                                        fmt::format("{} commands wait for {} already: try again "
                                                    "later",
                                                    most_commands, options_.unit),
                                        {},
                                        0,
                                        now()});
    return;
  }
  commands_.push_back({order, client, HookHold(holds(), services().holds, options_.application)});
  step();
}

/// Where the charm's install hook has run, or has failed at least once.
bool UnitAgent::may_run_command() const {
  const std::optional<Operation>& in_hand = local_.operation;
  if (hook_first_ && !stalled_)
    return false;
  if (remote_.life == store::Life::Dead || (in_hand && in_hand->step != Step::Queued))
    return false;
  return local_.installed || (in_hand && in_hand->attempt > 0);
}

/// @returns whether one runs now.
bool UnitAgent::begin_command() {
  if (commands_.empty() || !may_run_command())
    return false;
  if (services().slots && slot_ != Slot::Granted) {
    if (slot_ == Slot::None)
      want_slot();
    return false;
  }
  forget_wake();
  command_began_at_ = now();
  report("executing", "running commands");
  save([this] {
    read_config();
    if (!busy_) {
      answer_command("its application is gone", {});
      free_slot();
    }
  });
  return true;
}

void UnitAgent::start_command(const protocol::ConfigSeen& seen) {
  protocol::RunHook order{0, sight_of(Hook{}, seen), commands_.front().order};
  order.sight.hook = "exec";
  send(services().hooks, std::move(order));
}

/// As of a hook: what it buffered takes effect if it has succeeded (H6).
void UnitAgent::command_ended(const protocol::HookEnded& ended) {
  if (ended.end.how == hooks::HookEnd::How::Cancelled) {
    stopping_ = true;
    return answer_command("the orchestrator stops", ended.end);
  }
  if (!ended.end.success()) {
    answer_command({}, ended.end);
    return step();
  }
  flush(ended.state, [this, end = ended.end](const std::string& fault) {
    answer_command(fault.empty() ? fault : "what it wanted changed was refused: " + fault, end);
    step();
  });
}

void UnitAgent::answer_command(const std::string& fault, const hooks::HookEnd& end) {
  const AwaitedCommand& command = commands_.front();
  send(command.client,
       protocol::CommandEnded{command.order.ticket, fault, end, command_began_at_, now()});
  commands_.pop_front();
  command_began_at_ = 0;
  hook_first_ = true;
}

/// This agent ends.
void UnitAgent::refuse_commands() {
  for (const AwaitedCommand& command : commands_) {
    const store::Milliseconds began_at = std::exchange(command_began_at_, 0);
    caf::anon_send(command.client,
                   protocol::CommandEnded{
                     command.order.ticket,
                     began_at != 0 ? "its agent has ended: what the command has done is unknown"
                                   : "its agent has ended before the command's turn came",
                     {},
                     began_at,
                     now()});
  }
  commands_.clear();
}

} // namespace orrery::agents
