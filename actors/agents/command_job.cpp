#include "actors/agents/command_job.hpp"

#include <filesystem>
#include <system_error>

namespace orrery::agents {

hooks::HookJob command_job(const protocol::RunCommand& command) {
  std::error_code ignored;
  const bool has_bash = std::filesystem::exists("/bin/bash", ignored);
  hooks::HookJob job;
  job.command = true;
  job.program = has_bash ? "/bin/bash" : "/bin/sh"; // bash is what Juju takes
  job.arguments = {"-c", command.script};
  job.deadline = command.deadline;
  job.capture = command.capture;
  return job;
}

} // namespace orrery::agents
