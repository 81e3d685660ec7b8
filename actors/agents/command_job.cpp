#include "actors/agents/command_job.hpp"

#include "config/action_parameters.hpp"
#include "config/charm_reading.hpp"
#include "config/opened_directory.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace orrery::agents {

namespace {

/// Longer than anything lives, and short enough to be counted in any unit and added to any time
/// (A33).
constexpr std::chrono::milliseconds no_deadline = std::chrono::hours{24 * 365 * 10};

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

} // namespace

hooks::HookJob command_job(const std::string& parameters) {
  const auto given = nlohmann::json::parse(parameters, nullptr, false);
  hooks::HookJob job;
  job.command = true;
  job.program = is_there("/bin/bash") ? "/bin/bash" : "/bin/sh"; // bash is what Juju takes
  job.arguments = {"-c", given.is_object() ? given.value("command", std::string()) : std::string()};
  const std::chrono::nanoseconds timeout{given.is_object() ? given.value("timeout", std::int64_t{0})
                                                           : 0};
  job.deadline = no_deadline;
  if (timeout.count() > 0)
    job.deadline = std::min(no_deadline, std::chrono::ceil<std::chrono::milliseconds>(timeout));
  job.capture = kept_of_task;
  return job;
}

std::string input_of(const std::string& parameters) {
  const auto given = nlohmann::json::parse(parameters, nullptr, false);
  return given.is_object() ? given.value("stdin", std::string()) : std::string();
}

hooks::HookJob action_job(const std::string& action, const std::string& charm) {
  hooks::HookJob job;
  job.command = true;
  job.deadline = no_deadline;
  job.capture = kept_of_task;
  const auto copy = config::OpenedDirectory::no_link(charm);
  for (const std::string& program : {std::string("dispatch"), "actions/" + action})
    if (job.program.empty() && copy.may_have(program))
      job.program = charm + "/" + program;
  return job;
}

std::string why_not_taken(const hooks::ActionSight& action, const std::string& charm) {
  const auto copy = config::OpenedDirectory::no_link(charm);
  if (!copy.may_have("metadata.yaml"))
    return "charm missing from disk"; // A22
  const std::string refused = "cannot run \"" + action.name + "\" action: ";
  const auto actions = config::read_charm_actions(copy);
  if (!actions)
    return refused + actions.error().text();
  const auto found = actions->find(action.name);
  if (found == actions->end())
    return refused + "not defined";
  const auto checked = config::check_parameters(found->second.schema, action.parameters);
  return checked ? std::string() : refused + checked.error();
}

} // namespace orrery::agents
