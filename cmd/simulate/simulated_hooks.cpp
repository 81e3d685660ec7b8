#include "cmd/simulate/simulated_hooks.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace orrery::simulate {

namespace {

std::string text_of(const hooks::HookSight& sight) {
  return sight.remote_unit.empty() ? sight.hook : sight.hook + " " + sight.remote_unit;
}

hooks::HookEnd succeeded() {
  return {hooks::HookEnd::How::Exited, 0, {}, {}};
}

} // namespace

void SimulatedHooks::fail(const std::string& unit, const std::string& hook, int times) {
  end_with(unit, hook, {hooks::HookEnd::How::Exited, 1, hook + " went wrong", {}}, times);
}

void SimulatedHooks::end_with(const std::string& unit,
                              const std::string& hook,
                              hooks::HookEnd end,
                              int times) {
  failures_[{unit, hook}] = {std::move(end), times};
}

void SimulatedHooks::go_on_from(const SimulatedHooks& other) {
  failures_ = other.failures_;
  scripts_ = other.scripts_;
  held_ = other.held_;
  reboots_ = other.reboots_;
  runs_ = other.runs_;
  played_.go_on_from(other.played_);
}

std::vector<std::string> SimulatedHooks::of(const std::string& unit) const {
  std::vector<std::string> texts;
  for (const hooks::HookSight& run : runs_)
    if (run.unit == unit)
      texts.push_back(text_of(run));
  return texts;
}

std::size_t SimulatedHooks::count(const std::string& unit, const std::string& hook) const {
  return static_cast<std::size_t>(std::count_if(runs_.begin(), runs_.end(), [&](const auto& run) {
    return run.unit == unit && run.hook == hook;
  }));
}

std::map<store::TaskId, std::size_t> SimulatedHooks::runs_of_tasks() const {
  std::map<store::TaskId, std::size_t> runs;
  for (const hooks::HookSight& run : runs_)
    if (run.action)
      ++runs[run.action->task];
  for (const auto& [task, times] : played_.runs_of_commands())
    runs[static_cast<store::TaskId>(task)] += times;
  return runs;
}

const hooks::HookSight& SimulatedHooks::last_sight(const std::string& unit,
                                                   const std::string& hook) const {
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run)
    if (run->unit == unit && run->hook == hook)
      return *run;
  throw std::runtime_error(hook + " of " + unit + " never ran");
}

void SimulatedHooks::begin(const protocol::RunHook& order, const caf::actor& client) {
  const std::string& unit = order.sight.unit;
  if (running_.contains(unit))
    findings_.add("W7: two hooks of " + unit + " at once");
  runs_.push_back(order.sight);
  running_[unit] = {order, client};
}

void SimulatedHooks::kill_all() {
  running_.clear();
  played_.kill_all();
}

void SimulatedHooks::end(const std::string& unit) {
  const auto running = running_.find(unit);
  if (running == running_.end())
    return;
  if (held_.contains({unit, running->second.order.sight.hook}))
    caf::anon_send(running->second.client, protocol::HookGoesOn{});
  else
    finish(unit);
}

void SimulatedHooks::end_task(store::TaskId task) {
  for (const auto& [unit, running] : running_) {
    const auto& action = running.order.sight.action;
    if (!action || action->task != task)
      continue;
    const Running ended = running_.extract(std::string(unit)).mapped();
    caf::anon_send(ended.client,
                   protocol::HookEnded{
                     ended.order.ticket, {hooks::HookEnd::How::Signaled, SIGKILL, {}, {}}, {}});
    return;
  }
}

void SimulatedHooks::release(const std::string& unit) {
  std::erase_if(held_, [&](const Which& which) { return which.first == unit; });
  if (running_.contains(unit))
    finish(unit);
}

void SimulatedHooks::finish(const std::string& unit) {
  const Running run = running_.extract(unit).mapped();
  const Which which{unit, run.order.sight.hook};
  protocol::HookEnded ended{run.order.ticket, succeeded(), {}};
  if (const auto failure = failures_.find(which); failure != failures_.end()) {
    ended.end = failure->second.end;
    if (failure->second.times != for_ever && --failure->second.times == 0)
      failures_.erase(failure);
  }
  if (const auto script = scripts_.find(which); script != scripts_.end())
    script->second(run.order.sight, ended.state);
  if (const auto reboot = reboots_.extract(which)) {
    ended.state.reboot = reboot.mapped();
    if (ended.state.reboot == hooks::Reboot::Now) // as HookRun has it
      ended.end = {hooks::HookEnd::How::Signaled, SIGKILL, "juju-reboot --now", {}};
  }
  caf::anon_send(run.client, std::move(ended));
}

SimulatedHooksActor::SimulatedHooksActor(caf::actor_config& config,
                                         runtime::UnderWay& activity,
                                         SimulatedHooks& hooks,
                                         caf::actor desk,
                                         const agents::HostServices& host,
                                         const bool& dead,
                                         std::uint64_t& effects)
  : CountedActor(config, activity), hooks_(hooks), desk_(std::move(desk)), host_(host), dead_(dead),
    effects_(effects) {}

caf::behavior SimulatedHooksActor::make_behavior() {
  return {on(&SimulatedHooksActor::run), on(&SimulatedHooksActor::run_on_machine),
          on(&SimulatedHooksActor::end_task), on(&SimulatedHooksActor::end)};
}

void SimulatedHooksActor::run(const protocol::RunHook& order) {
  if (dead_)
    return;
  ++effects_;
  if (order.opening)
    host_.write_unit_log(order.sight.unit, *order.opening);
  if (hooks_.played().plays(order.sight.unit, order.sight.hook)) {
    hooks_.begin_played(order.sight);
    delegate(desk_, order); // its answer goes to the unit's agent
    return;
  }
  hooks_.begin(order, caf::actor_cast<caf::actor>(current_sender()));
  send(this, order.sight.unit);
}

/// Played by hand, as unit `` of the played programs.
void SimulatedHooksActor::run_on_machine(const protocol::RunOnMachine& order) {
  if (dead_)
    return;
  ++effects_;
  delegate(desk_, order);
}

void SimulatedHooksActor::end_task(const protocol::EndTask& order) {
  if (dead_)
    return;
  hooks_.end_task(order.task);
  delegate(desk_, order);
}

void SimulatedHooksActor::end(const std::string& unit) {
  if (!dead_)
    hooks_.end(unit);
}

} // namespace orrery::simulate
