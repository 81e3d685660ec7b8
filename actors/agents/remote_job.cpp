#include "actors/agents/remote_job.hpp"

#include "actors/agents/hook_environment.hpp"
#include "actors/agents/terminal_job.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace orrery::agents {

namespace {

/// Longer than any session lasts, and short enough to be added to any time.
constexpr std::chrono::milliseconds no_session_deadline = std::chrono::hours{24 * 365 * 10};

} // namespace

hooks::HookJob remote_job(const RemoteOrder& order, const providers::Provider& provider) {
  hooks::HookJob job;
  job.unit = order.unit;
  job.machine = order.machine;
  job.hook = "ssh";
  job.command = true;
  job.deadline = no_session_deadline;
  if (order.unit.empty()) {
    job.directory = provider.directory(order.machine).string();
  } else {
    const providers::UnitPlace place = provider.place(order.machine, order.unit);
    job.directory = place.directory;
    job.user = place.user;
  }
  job.environment = plain_environment(job.directory);
  if (job.user != 0)
    job.environment["USER"] = job.environment["LOGNAME"] = user_name(order.unit);
  if (!order.terminal_type.empty())
    job.environment["TERM"] = order.terminal_type;
  job.program = interactive_shell().front();
  job.environment["SHELL"] = job.program;
  if (order.command)
    job.arguments = {"-c", *order.command};
  return job;
}

void use_terminal(hooks::HookJob& job, const RemoteOrder& order, const std::string& terminal) {
  std::vector<std::string> words{job.program, "-c", order.command.value_or("")};
  if (!order.command) {
    words = interactive_shell();
    job.environment["HISTFILE"] = ""; // a unit's directory holds what its charm puts there
    job.environment["PS1"] =
      (order.unit.empty() ? "machine " + std::to_string(order.machine) : order.unit) + "> ";
  }
  run_in_terminal(job, std::move(words), terminal);
}

} // namespace orrery::agents
