#include "cmd/engine/tasks.hpp"

#include "actors/agents/messages.hpp"

#include <caf/after.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/system_messages.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

using Clock = std::chrono::steady_clock;
using State = TaskOutcome::State;
using How = hooks::HookEnd::How;

constexpr std::chrono::milliseconds look_again{200};

/// Why a program that did not end by itself has ended.
std::string killed(const hooks::HookEnd& end, std::chrono::milliseconds deadline) {
  switch (end.how) {
  case How::Signaled:
    return end.stderr_tail.empty() ? fmt::format("killed by signal {}", end.code) : end.stderr_tail;
  case How::TimedOut:
    return fmt::format("timed out: killed after {} ms with all it had started", deadline.count());
  case How::NotRun:
    return end.stderr_tail;
  case How::Cancelled:
    return "the orchestrator stops";
  case How::Exited:
    break;
  }
  return {};
}

/// The tasks of one order while somebody waits for them.
class Waiting {
public:
  Waiting(agents::AgentServices& agents, const TaskOrder& order, std::uint64_t first_id)
    : agents_(agents), order_(order), self_(agents.entities.system),
      deadline_(order.deadline.value_or(agents.settings.hook_deadline)) {
    for (const TaskPlace& place : order.places) {
      TaskOutcome task;
      task.id = first_id + tasks_.size();
      task.place = place;
      tasks_.push_back(std::move(task));
    }
  }

  std::vector<TaskOutcome> run(const std::function<bool(std::size_t)>& go_on) {
    const auto until = order_.patience ? Clock::now() + *order_.patience : Clock::time_point::max();
    auto look = Clock::now(); // at once: a client may be gone already
    while (ended_ < tasks_.size() && Clock::now() < until) {
      if (Clock::now() >= look) {
        if (!go_on(ended_))
          break;
        look = Clock::now() + look_again;
      }
      while (begun_ < tasks_.size() && (order_.in_parallel || begun_ == ended_))
        begin(begun_++);
      receive(std::min(look, until));
    }
    return std::move(tasks_);
  }

private:
  void begin(std::size_t index) {
    TaskOutcome& task = tasks_[index];
    task.enqueued = agents_.entities.clock.now();
    const caf::actor agent = agents_.roster.run_command(
      task.place.unit.empty() ? agents::Roster::machine(task.place.machine) : task.place.unit,
      caf::actor_cast<caf::actor>(self_),
      protocol::RunCommand{index, order_.script, deadline_, kept_output(tasks_.size())});
    if (!agent)
      return fail(task, "nobody acts for it now: orrery status says why");
    self_->monitor(agent);
    asked_[agent.address()].push_back(index);
  }

  void fail(TaskOutcome& task, const std::string& why) {
    task.state = State::Failed;
    task.message = why;
    task.completed = agents_.entities.clock.now();
    ++ended_;
  }

  void receive(Clock::time_point until) {
    if (ended_ == begun_)
      return; // the next can begin, or all have ended
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    self_->receive([this](const protocol::CommandEnded& ended) { take(ended); },
                   [this](const caf::down_msg& down) { agent_down(down.source); },
                   caf::after(std::max(left, std::chrono::milliseconds{0})) >> [] {});
  }

  void take(const protocol::CommandEnded& ended) {
    TaskOutcome& task = tasks_.at(ended.ticket);
    if (task.state != State::Waiting)
      return;
    task.started = ended.began_at;
    task.out = ended.end.captured.out;
    task.errors = ended.end.captured.errors;
    task.dropped = ended.end.captured.dropped;
    const bool exited = ended.began_at != 0 && ended.end.how == How::Exited;
    if (!ended.fault.empty() || !exited)
      return fail(task, ended.fault.empty() ? killed(ended.end, deadline_) : ended.fault);
    task.state = State::Ended;
    task.code = ended.end.code;
    task.completed = ended.ended_at;
    ++ended_;
  }

  /// It has answered before it ended, if it could.
  void agent_down(const caf::actor_addr& agent) {
    for (const std::size_t index : asked_[agent])
      if (tasks_[index].state == State::Waiting)
        fail(tasks_[index], "its agent has ended");
  }

  agents::AgentServices& agents_;
  const TaskOrder& order_;
  caf::scoped_actor self_;
  std::chrono::milliseconds deadline_;
  std::vector<TaskOutcome> tasks_;
  std::map<caf::actor_addr, std::vector<std::size_t>> asked_;
  std::size_t begun_ = 0;
  std::size_t ended_ = 0;
};

} // namespace

std::vector<TaskOutcome> run_tasks(agents::AgentServices& agents,
                                   const TaskOrder& order,
                                   std::uint64_t first_id,
                                   const std::function<bool(std::size_t)>& go_on) {
  return Waiting(agents, order, first_id).run(go_on);
}

} // namespace orrery::cmd
