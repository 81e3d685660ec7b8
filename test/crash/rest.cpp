#include "test/crash/rest.hpp"

#include "store/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace orrery::test {

namespace {

constexpr const char* signature = "task";                 ///< As sign_tasks() writes it.
constexpr std::string_view of_machine = "on a machine, "; ///< Begins what is seen of such a task.

void add_all_tasks(SeenAtRest& seen, SimulatedWorld& world) {
  const auto runs = world.hooks().runs_of_tasks();
  const auto add = [&](const store::OperationSeen& operation) {
    for (const auto& [task, lines] : operation.tasks) {
      if (!store::is_final(task.status))
        seen.wrong.push_back(
          fmt::format("all rests, and task {} is {}", task.id, store::to_string(task.status)));
      const auto run = runs.find(task.id);
      if (run != runs.end() && run->second > 1)
        seen.wrong.push_back(fmt::format("A13: task {} ran {} times", task.id, run->second));
      if (run == runs.end() && task.status == store::TaskStatus::Completed)
        seen.wrong.push_back(fmt::format("task {} is completed and never ran", task.id));
      seen.tasks[task.id] = std::string(task.unit.empty() ? of_machine : "")
                            + std::string(store::to_string(task.status))
                            + (task.message.empty() ? "" : ": " + task.message)
                            + (task.results.empty() ? "" : " " + task.results);
    }
    return true;
  };
  if (const auto read = store::each_operation(*world.database().snapshot(), add); !read)
    throw std::runtime_error(read.error().text);
}

/// A task has changed what it wanted exactly if it is completed (A25).
void hold_signatures_against_tasks(SeenAtRest& seen, const store::Contents& all) {
  for (const auto& [key, bag] : all.bags) {
    const auto signed_by = bag.values.find(signature);
    if (signed_by == bag.values.end())
      continue;
    const auto task = seen.tasks.find(store::parse_id(signed_by->second).value_or(0));
    if (task != seen.tasks.end() && !task->second.starts_with("completed"))
      seen.wrong.push_back(fmt::format("A25: task {} has changed settings of {}, and is {}",
                                       task->first, bag.owner, task->second));
  }
}

/// Without signatures: that of a task which a crash has failed is missing.
std::string unsigned_outline(const SimulatedWorld& world, const store::Contents& all) {
  std::istringstream lines(world.outline());
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (line.find(std::string(" ") + signature + "=") == std::string::npos)
      text += line + "\n";
  for (const auto& [name, application] : all.applications)
    text +=
      fmt::format("charm of {}: {}{}{}\n", name, application.charm,
                  application.trusted ? " trusted" : "", application.exposed ? " exposed" : "");
  for (const auto& [name, unit] : all.units)
    text += fmt::format("charm of {}: {}\n", name, unit.charm);
  for (const auto& [name, config] : all.configs)
    for (const auto& [option, value] : config.values)
      text += fmt::format("option of {}: {}={}\n", name, option, value.substr(0, 20));
  for (const auto& [key, value] : all.model_config.values)
    text += fmt::format("model-config {}={}\n", key, value);
  return text;
}

/// Compares two ends of one task.
bool may_end_so(const std::string& undisturbed, const std::string& crashed) {
  const bool is_machines = undisturbed.starts_with(of_machine);
  const std::size_t behind = is_machines ? of_machine.size() : 0;
  const std::string before = undisturbed.substr(behind);
  const std::string after = crashed.substr(std::min(behind, crashed.size()));
  const bool is_cancelled = before.starts_with("cancelled") || before.starts_with("aborted");
  return undisturbed == crashed
         || after == (is_machines ? "failed: action cancelled" : "failed: action terminated") // A13
         || (is_cancelled && after.starts_with("aborted"));
}

} // namespace

SeenAtRest seen_in(SimulatedWorld& world) {
  SeenAtRest seen;
  const store::Contents all = world.contents();
  seen.outline = unsigned_outline(world, all);
  add_all_tasks(seen, world);
  hold_signatures_against_tasks(seen, all);
  for (const auto& [name, unit] : all.units)
    seen.upgrades[name] = world.hooks().count(name, "upgrade-charm");
  return seen;
}

std::vector<std::string> differences(const SeenAtRest& undisturbed, const SeenAtRest& crashed) {
  std::vector<std::string> found = crashed.wrong;
  if (undisturbed.outline != crashed.outline)
    found.push_back("the state is\n" + crashed.outline + "and not\n" + undisturbed.outline);
  for (const auto& [id, end] : undisturbed.tasks) {
    const auto task = crashed.tasks.find(id);
    if (task == crashed.tasks.end())
      found.push_back(fmt::format("task {} is not there", id));
    else if (!may_end_so(end, task->second))
      found.push_back(fmt::format("task {} is {}, and not {}", id, task->second, end));
  }
  for (const auto& [id, end] : crashed.tasks)
    if (!undisturbed.tasks.contains(id))
      found.push_back(fmt::format("task {} is there, and is {}", id, end));
  for (const auto& [unit, times] : undisturbed.upgrades)
    if (const auto other = crashed.upgrades.find(unit);
        other != crashed.upgrades.end() && (other->second < times || other->second > times + 1))
      found.push_back(
        fmt::format("upgrade-charm of {} ran {} times, and not {}", unit, other->second, times));
  return found;
}

} // namespace orrery::test
