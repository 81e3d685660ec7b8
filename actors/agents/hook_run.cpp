#include "actors/agents/hook_run.hpp"

#include "actors/agents/command_job.hpp"
#include "actors/agents/hook_environment.hpp"
#include "config/opened_directory.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <csignal>

namespace orrery::agents {

HookRun::HookRun(caf::actor_config& config,
                 const AgentServices& services,
                 HookDeskOptions options,
                 protocol::RunHook order,
                 caf::actor client)
  : Agent(config, services), options_(options), order_(std::move(order)),
    client_(std::move(client)),
    place_(options_.provider->place(order_.sight.machine, order_.sight.unit)),
    log_(place_.log, of_process().settings.unit_log_limit) {}

caf::behavior HookRun::make_behavior() {
  start();
  return {on(&HookRun::answered),       on(&HookRun::goes_on),          on(&HookRun::ended),
          on(&HookRun::end_task),       on(&HookRun::tool_called),      on(&HookRun::bag_seen),
          on(&HookRun::resource_given), on(&HookRun::secret_names_seen)};
}

/// One that ends before its hook has (a bug, shown as the hook's failure) must not leave its unit
/// waiting.
void HookRun::on_exit() {
  const hooks::HookEnd failed{hooks::HookEnd::How::NotRun, 0, "what ran the hook has failed", {}};
  if (!over_) // from nobody: when the last that knew it has let go of it, it is no sender any more
    caf::anon_send(client_, protocol::HookEnded{order_.ticket, failed, {}});
  end_debugging(failed);
  close_tools();
  Agent::on_exit();
}

void HookRun::start() {
  std::string why = log_.open();
  if (!why.empty())
    return finish({hooks::HookEnd::How::NotRun, 0, why, {}});
  if (order_.opening)
    log_.append(hooks::log_line(*order_.opening));
  if (of_model().faults != nullptr && !order_.sight.action)
    if (const auto code = of_model().faults->take(order_.sight.unit, order_.sight.hook))
      return finish({hooks::HookEnd::How::Exited, *code, "a fault was injected", {}});
  if (const auto& action = order_.sight.action; action && !runs_command())
    if (const std::string refused = why_not_taken(*action, place_.charm); !refused.empty())
      return finish({hooks::HookEnd::How::NotRun, 0, refused, {}});
  const caf::actor self = caf::actor_cast<caf::actor>(this);
  token_ = options_.tools->open(
    order_.sight.unit, place_.socket,
    [self](hooks::ToolCall call, hooks::ToolServer::Answer answer) {
      caf::anon_send(self, protocol::ToolCalled{std::move(call), std::move(answer)});
    },
    why);
  if (token_.empty()) {
    options_.provider->doubt(order_.sight.machine); // its directory may be gone
    return finish({hooks::HookEnd::How::NotRun, 0, why, {}});
  }
  hooks::HookJob job = program();
  if (job.program.empty())
    return finish({hooks::HookEnd::How::NotRun,
                   0,
                   "action not implemented on unit \"" + order_.sight.unit + "\"", // A22
                   {}});
  if (const std::string input = given_input(); !input.empty()) {
    job.input = options_.inputs != nullptr ? options_.inputs->open(input) : nullptr;
    if (!job.input)
      return finish({hooks::HookEnd::How::NotRun, 0, input_is_gone, {}});
  }
  if (why = claim_for_debugging(job); !why.empty())
    return finish({hooks::HookEnd::How::NotRun, 0, why, {}});
  options_.runner->submit(std::move(job), [self](hooks::HookEnd end) {
    caf::anon_send(self, protocol::ProgramEnded{std::move(end)});
  });
  offer_for_debugging();
}

hooks::HookJob HookRun::program() const {
  hooks::HookJob job;
  if (const auto& action = order_.sight.action) {
    job = runs_command() ? command_job(action->parameters) : action_job(action->name, place_.charm);
    job.task = action->task;
    job.levels = {level_if_kept("DEBUG"), level_if_kept("WARNING")}; // A26
  }
  job.unit = order_.sight.unit;
  job.machine = order_.sight.machine;
  job.hook = order_.sight.hook;
  job.user = place_.user;
  job.directory = place_.charm;
  // An order may wait until the hook of an earlier agent has ended (W7). Its own agent may have
  // ended by then: whoever acts for the unit now has taken the hook for one that failed (W4).
  job.is_wanted = [&roster = of_model().roster, unit = job.unit, agent = client_.address()] {
    return roster.find(unit) == agent;
  };
  job.log = place_.log;
  job.environment = hook_environment(order_.sight, place_, *model().settings(), token_);
  if (order_.sight.action)
    return job;
  const bool has_one_for_all = config::OpenedDirectory::no_link(place_.charm).may_have("dispatch");
  job.program = place_.charm + (has_one_for_all ? "/dispatch" : "/hooks/" + order_.sight.hook);
  job.deadline = of_process().settings.hook_deadline;
  return job;
}

bool HookRun::runs_command() const {
  return order_.sight.action && order_.sight.action->name == store::command_action;
}

std::string HookRun::given_input() const {
  return runs_command() ? input_of(order_.sight.action->parameters) : std::string();
}

/// Passed on here, so that it comes before the end.
void HookRun::goes_on(const protocol::HookGoesOn& message) {
  if (!over_ && !debugged_) // that a session has it was told at once
    send(client_, message);
}

void HookRun::ended(const protocol::ProgramEnded& message) {
  if (over_) // by juju-reboot --now
    return quit();
  hooks::HookEnd end = message.end;
  add_said_error(end);
  if (debugged_ && end.how == hooks::HookEnd::How::Signaled && end.stderr_tail.empty())
    end.stderr_tail = "its debug session has ended";
  finish(end);
}

/// The runner has its program: that was the first thing here.
void HookRun::end_task(const protocol::EndTask& order) {
  if (!over_)
    options_.runner->end_task(order.task);
}

/// The token dies first: what the hook left running cannot call tools any more.
///
/// No content of a secret leaves this actor in the clear: a hook whose contents cannot be sealed
/// fails.
///
/// A hook that has called `juju-reboot --now` is told as killed, and its program will be, with all
/// others of the machine. Until then, at the latest at its deadline, the tool waits for its answer:
/// else what stands behind it in the hook would begin.
void HookRun::finish(hooks::HookEnd end) {
  const bool tool_waits = state_.reboot == hooks::Reboot::Now;
  over_ = true;
  if (end.success()) {
    state_.secrets.refused = model().refused_secrets(order_.sight, state_.secrets);
    if (std::string why = model().seal_secrets(state_.secrets); !why.empty())
      end = {hooks::HookEnd::How::NotRun, 0, std::move(why), {}};
  }
  state_.secrets.pending.clear();
  state_.secrets.pending_bytes = 0;
  state_.secrets.pending_removals = 0;
  state_.secrets.files.clear();
  state_.secrets.forget_answers();
  if (!tool_waits)
    close_tools();
  log_end(end);
  send(client_, protocol::HookEnded{order_.ticket, end, state_});
  end_debugging(end);
  if (!tool_waits)
    quit();
}

void HookRun::close_tools() {
  if (!token_.empty())
    options_.tools->close(token_);
  token_.clear();
}

void HookRun::tool_called(const protocol::ToolCalled& called) {
  calls_.push_back(called);
  answer_next();
}

void HookRun::answer_next() {
  if (answering_ || over_ || calls_.empty())
    return;
  answering_ = true;
  state_.secrets.now = now();
  const hooks::ToolOutcome outcome = hooks::evaluate(order_.sight, state_, calls_.front().call);
  if (const auto* needed = std::get_if<hooks::NeedBags>(&outcome))
    fetch(*needed);
  else if (const auto* stored = std::get_if<hooks::NeedStored>(&outcome))
    read(*stored);
  else if (const auto* resource = std::get_if<hooks::NeedResource>(&outcome))
    bring(*resource);
  else if (const auto* secret = std::get_if<hooks::NeedSecret>(&outcome))
    read(*secret);
  else
    take_effect(std::get<hooks::ToolDone>(outcome), 0);
}

void HookRun::reply(const hooks::ToolReply& said) {
  if (state_.reboot == hooks::Reboot::Now && !over_)
    return finish({hooks::HookEnd::How::Signaled, SIGKILL, "juju-reboot --now", {}});
  const protocol::ToolCalled called = std::move(calls_.front());
  calls_.pop_front();
  state_.goal.reset();
  state_.trusted.reset();
  state_.unit_statuses.reset();
  state_.resources.reset();
  state_.resource_path.reset();
  bringings_ = 0;
  state_.secrets.forget_answers();
  answering_ = false;
  called.answer(said);
  answer_next();
}

} // namespace orrery::agents
