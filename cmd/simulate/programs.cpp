#include "cmd/simulate/programs.hpp"

#include <caf/send.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <utility>

namespace orrery::simulate {

void Programs::submit(hooks::HookJob job, Callback done) {
  if (!driver_)
    return; // nobody lets time pass any more: the orchestrator is dead, and nothing begins
  const std::uint64_t number = ++last_number_;
  const std::string place =
    job.unit.empty() ? fmt::format("machine {}, command {}", job.machine, number) : job.unit;
  Program program{std::move(job), place, std::move(done), {}, 0, number};
  if (!running_.contains(place))
    return start(std::move(program), false);
  house_.waits(program.job);
  waiting_[place].push_back(std::move(program));
}

void Programs::start(Program program, bool waited) {
  if (!house_.has_directory(program.job)) {
    const hooks::HookEnd end{hooks::HookEnd::How::NotRun, 0, "its directory is not there", {}};
    house_.not_begun(program.job, waited);
    return program.done(end);
  }
  if (program.job.is_wanted && !program.job.is_wanted()) {
    house_.not_begun(program.job, waited);
    return program.done({hooks::HookEnd::How::Cancelled, 0, {}, {}});
  }
  program.conduct = house_.conduct_of(program.job);
  house_.began(program.job, waited);
  const std::string place = program.place;
  caf::anon_send(driver_, ProgramMoves{true, place, program.number, program.job.deadline.count()});
  caf::anon_send(driver_, ProgramMoves{false, place, program.number, program.conduct.pause});
  running_.emplace(place, std::move(program));
}

void Programs::go_on(const std::string& place, std::uint64_t number) {
  const auto found = running_.find(place);
  if (found == running_.end() || found->second.number != number)
    return;
  Program& program = found->second;
  if (program.called < program.conduct.calls.size())
    call(program);
  else if (!program.conduct.hangs)
    end(place, {hooks::HookEnd::How::Exited,
                program.conduct.code,
                program.conduct.code == 0 ? "" : program.job.hook + " went wrong",
                {}});
}

/// The program waits for the answer, as its process does. One whose hook is over already gets none,
/// and goes on.
void Programs::call(Program& program) {
  const std::vector<std::string> arguments = program.conduct.calls[program.called++];
  const ProgramMoves next{false, program.place, program.number, program.conduct.pause};
  const auto handler = handlers_.find(program.job.environment.at("JUJU_CONTEXT_ID"));
  if (handler == handlers_.end())
    return caf::anon_send(driver_, next);
  house_.called(program.place);
  handler->second({arguments, "/", {}, false}, [this, next, arguments](const auto& reply) {
    house_.replied(next.place, arguments, reply);
    if (reply.code > 2)
      findings_.add(arguments[0] + " of " + next.place + " exits with " + std::to_string(reply.code)
                    + ": " + reply.error);
    caf::anon_send(driver_, next);
  });
}

void Programs::kill(const std::string& unit) {
  if (running_.contains(unit))
    end(unit, {hooks::HookEnd::How::Signaled, SIGKILL, {}, {}});
}

void Programs::kill_on(store::MachineId machine) {
  std::vector<std::string> places;
  for (const auto& [place, program] : running_)
    if (program.job.machine == machine)
      places.push_back(place);
  for (const std::string& place : places)
    kill(place);
}

void Programs::time_out(const std::string& place, std::uint64_t number) {
  const auto found = running_.find(place);
  if (found != running_.end() && found->second.number == number)
    end(place, {hooks::HookEnd::How::TimedOut, 0, {}, found->second.job.deadline});
}

void Programs::end(const std::string& place, hooks::HookEnd end) {
  const Program program = running_.extract(place).mapped();
  const bool left_running =
    program.conduct.leaves_running && end.how == hooks::HookEnd::How::Exited;
  house_.ended(program.job, end, left_running);
  program.done(std::move(end));
  for (auto next = waiting_.find(place); next != waiting_.end() && !running_.contains(place);
       next = waiting_.find(place)) { // one that is not begun lets the next begin
    Program following = std::move(next->second.front());
    next->second.pop_front();
    if (next->second.empty())
      waiting_.erase(next);
    start(std::move(following), true);
  }
}

void Programs::kill_all() {
  // What ran a hook ends with the last that knows it, and closes its socket then: of maps that are
  // empty already.
  const auto running = std::exchange(running_, {});
  const auto waiting = std::exchange(waiting_, {});
  const auto handlers = std::exchange(handlers_, {});
  driver_ = {};
}

void Programs::end_task(std::uint64_t task) {
  for (const auto& [place, program] : running_)
    if (program.job.task == task)
      return kill(std::string(place));
  for (auto waiting = waiting_.begin(); waiting != waiting_.end(); ++waiting) {
    std::deque<Program>& programs = waiting->second;
    const auto found =
      std::find_if(programs.begin(), programs.end(),
                   [task](const Program& program) { return program.job.task == task; });
    if (found == programs.end())
      continue;
    const Program program = std::move(*found);
    programs.erase(found);
    if (programs.empty())
      waiting_.erase(waiting);
    house_.not_begun(program.job, true);
    return program.done({hooks::HookEnd::How::NotRun, 0, "terminated", {}});
  }
}

void Programs::stop(std::chrono::milliseconds) {
  kill_all();
}

std::string Programs::open(const std::string&,
                           const std::filesystem::path&,
                           Handler handler,
                           std::string& why) {
  if (!driver_) {
    why = "the orchestrator is dead";
    return {};
  }
  std::string token = "token-" + std::to_string(++last_token_);
  handlers_.emplace(token, std::move(handler));
  return token;
}

ProgramDriver::ProgramDriver(caf::actor_config& config,
                             runtime::UnderWay& activity,
                             Programs& programs,
                             const bool& dead)
  : CountedActor(config, activity), programs_(programs), dead_(dead) {}

caf::behavior ProgramDriver::make_behavior() {
  return {on(&ProgramDriver::moves)};
}

void ProgramDriver::moves(const ProgramMoves& message) {
  if (dead_)
    return;
  if (message.after > 0)
    delayed_send(this, std::chrono::milliseconds(message.after),
                 ProgramMoves{message.late, message.place, message.number, 0});
  else if (message.late)
    programs_.time_out(message.place, message.number);
  else
    programs_.go_on(message.place, message.number);
}

} // namespace orrery::simulate
