#include "cmd/simulate/programs.hpp"

#include <caf/send.hpp>

#include <chrono>
#include <csignal>
#include <utility>

namespace orrery::simulate {

void Programs::submit(hooks::HookJob job, Callback done) {
  if (!driver_)
    return; // nobody lets time pass any more: the orchestrator is dead, and nothing begins
  const std::string unit = job.unit;
  Program program{std::move(job), std::move(done), {}, 0, ++last_number_};
  if (running_.contains(unit))
    waiting_[unit].push_back(std::move(program));
  else
    start(std::move(program), false);
}

void Programs::start(Program program, bool waited) {
  if (!house_.has_directory(program.job)) {
    const hooks::HookEnd end{hooks::HookEnd::How::NotRun, 0, "its directory is not there", {}};
    house_.not_begun(program.job, waited);
    return program.done(end);
  }
  program.conduct = house_.conduct_of(program.job);
  house_.began(program.job, waited);
  const std::string unit = program.job.unit;
  caf::anon_send(driver_, ProgramMoves{true, unit, program.number, program.job.deadline.count()});
  caf::anon_send(driver_, ProgramMoves{false, unit, program.number, program.conduct.pause});
  running_.emplace(unit, std::move(program));
}

void Programs::go_on(const std::string& unit, std::uint64_t number) {
  const auto found = running_.find(unit);
  if (found == running_.end() || found->second.number != number)
    return;
  Program& program = found->second;
  if (program.called < program.conduct.calls.size())
    call(program);
  else if (!program.conduct.hangs)
    end(unit, {hooks::HookEnd::How::Exited,
               program.conduct.code,
               program.conduct.code == 0 ? "" : program.job.hook + " went wrong",
               {}});
}

/// The program waits for the answer, as its process does. One whose hook is over already gets none, and goes on.
void Programs::call(Program& program) {
  const std::vector<std::string> arguments = program.conduct.calls[program.called++];
  const ProgramMoves next{false, program.job.unit, program.number, program.conduct.pause};
  const auto handler = handlers_.find(program.job.environment.at("JUJU_CONTEXT_ID"));
  if (handler == handlers_.end())
    return caf::anon_send(driver_, next);
  handler->second({arguments, "/", {}, false}, [this, next, arguments](const auto& reply) {
    if (reply.code > 2)
      findings_.add(arguments[0] + " of " + next.unit + " exits with " + std::to_string(reply.code)
                    + ": " + reply.error);
    caf::anon_send(driver_, next);
  });
}

void Programs::kill(const std::string& unit) {
  if (running_.contains(unit))
    end(unit, {hooks::HookEnd::How::Signaled, SIGKILL, {}, {}});
}

void Programs::kill_on(store::MachineId machine) {
  std::vector<std::string> units;
  for (const auto& [unit, program] : running_)
    if (program.job.machine == machine)
      units.push_back(unit);
  for (const std::string& unit : units)
    kill(unit);
}

void Programs::time_out(const std::string& unit, std::uint64_t number) {
  const auto found = running_.find(unit);
  if (found != running_.end() && found->second.number == number)
    end(unit, {hooks::HookEnd::How::TimedOut, 0, {}, found->second.job.deadline});
}

void Programs::end(const std::string& unit, hooks::HookEnd end) {
  const Program program = running_.extract(unit).mapped();
  const bool left_running =
    program.conduct.leaves_running && end.how == hooks::HookEnd::How::Exited;
  house_.ended(program.job, end, left_running);
  program.done(std::move(end));
  const auto next = waiting_.find(unit);
  if (next == waiting_.end())
    return;
  Program following = std::move(next->second.front());
  next->second.pop_front();
  if (next->second.empty())
    waiting_.erase(next);
  start(std::move(following), true);
}

void Programs::kill_all() {
  // What ran a hook ends with the last that knows it, and closes its socket then: of maps that are empty already.
  const auto running = std::exchange(running_, {});
  const auto waiting = std::exchange(waiting_, {});
  const auto handlers = std::exchange(handlers_, {});
  driver_ = {};
}

void Programs::stop(std::chrono::milliseconds) {
  kill_all();
}

std::string Programs::open(const std::filesystem::path&, Handler handler, std::string& why) {
  if (!driver_) {
    why = "the orchestrator is dead";
    return {};
  }
  const std::string token = "token-" + std::to_string(++last_token_);
  handlers_.emplace(token, std::move(handler));
  return token;
}

ProgramDriver::ProgramDriver(caf::actor_config& config,
                             runtime::Activity& activity,
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
                 ProgramMoves{message.late, message.unit, message.number, 0});
  else if (message.late)
    programs_.time_out(message.unit, message.number);
  else
    programs_.go_on(message.unit, message.number);
}

} // namespace orrery::simulate
