#include "cmd/simulate/played_hooks.hpp"

#include <csignal>
#include <stdexcept>
#include <string>
#include <utility>

namespace orrery::simulate {

std::string PlayedHooks::running(const std::string& unit) const {
  const auto program = programs_.find(unit);
  return program == programs_.end() ? "" : program->second.job.hook;
}

void PlayedHooks::call(const std::string& unit, std::vector<std::string> arguments) {
  reply_.reset();
  const auto program = programs_.find(unit);
  if (program == programs_.end())
    return findings_.add(unit + " runs no hook");
  const auto handler = handlers_.find(program->second.job.environment.at("JUJU_CONTEXT_ID"));
  if (handler == handlers_.end())
    return findings_.add("the token of the hook of " + unit + " is dead");
  handler->second({std::move(arguments), "/", {}, false},
                  [this](hooks::ToolReply reply) { reply_ = std::move(reply); });
}

void PlayedHooks::end(const std::string& unit, int code) {
  if (running(unit).empty())
    return findings_.add(unit + " runs no hook");
  const Program program = programs_.extract(unit).mapped();
  program.done({hooks::HookEnd::How::Exited, code, {}, {}});
}

void PlayedHooks::kill_all() {
  // What ran a hook ends with the last that knows it, and closes its socket then: of maps that are
  // empty already.
  const auto programs = std::exchange(programs_, {});
  const auto handlers = std::exchange(handlers_, {});
}

void PlayedHooks::submit(hooks::HookJob job, Callback done) {
  if (std::exchange(fails_next_, false))
    throw std::runtime_error("there is no memory for a program");
  std::string unit = job.unit;
  if (unit.empty()) {
    ++runs_of_commands_[job.task];
    if (ends_commands_)
      return done({hooks::HookEnd::How::Exited, 0, {}, {}});
  }
  if (unit.empty() && programs_.contains(unit)) // machines' own commands run at once (A60)
    unit = "task " + std::to_string(job.task);
  const bool is_first = programs_.emplace(unit, Program{std::move(job), std::move(done)}).second;
  if (!is_first)
    findings_.add("W7: two hooks of " + unit + " at once");
}

void PlayedHooks::end_task(std::uint64_t task) {
  for (const auto& [unit, program] : programs_)
    if (program.job.task == task) {
      const Program ended = programs_.extract(std::string(unit)).mapped();
      return ended.done({hooks::HookEnd::How::Signaled, SIGKILL, {}, {}});
    }
}

void PlayedHooks::stop(std::chrono::milliseconds) {
  kill_all();
}

std::string
PlayedHooks::open(const std::string&, const std::filesystem::path&, Handler handler, std::string&) {
  std::string token = "token-" + std::to_string(++last_token_);
  handlers_.emplace(token, std::move(handler));
  return token;
}

} // namespace orrery::simulate
