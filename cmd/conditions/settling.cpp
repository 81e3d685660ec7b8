#include "cmd/conditions/settling.hpp"

#include "cmd/views/render/failed_hook.hpp"
#include "cmd/views/render/holding_tasks.hpp"
#include "cmd/views/render/reason.hpp"
#include "config/counted.hpp"
#include "store/names.hpp"

#include <algorithm>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t shown_units_max = 10; ///< Of those that have failed.
constexpr std::size_t awaited_max = 2;      ///< A line has room for.

bool is_one_of(const std::set<std::string>& applications, const std::string& unit) {
  if (applications.empty())
    return true;
  return applications.contains(unit.substr(0, unit.find('/')));
}

bool has_failed_for_good(const store::UnitStatus& status) {
  return !status.error.hook.empty() && render::waits_for_person(status.error);
}

/// `start failed, try 2 of 5`: short, because a terminal cuts the line at its edge.
std::string failed_try(const store::HookError& error) {
  return error.hook + " failed, try " + std::to_string(error.attempt) + " of "
         + std::to_string(error.attempts_max);
}

/// Tells in few words what a unit is busy with; empty if it rests.
std::string busy_with(const render::Index& index, const std::string& unit) {
  const store::UnitStatus* status = index.status_of(unit);
  if (status == nullptr || status->agent.value.empty())
    return "allocating";
  const auto& tasks = index.tasks().of_unit(unit);
  if (!tasks.empty() && tasks.front()->status != store::TaskStatus::Pending)
    return render::title_of(index.contents(), *tasks.front());
  if (has_failed_for_good(*status))
    return "";
  if (!status->error.hook.empty())
    return status->error.program_ended ? "start runs again, for a program has ended"
                                       : failed_try(status->error);
  if (status->agent.value == "lost")
    return "";
  if (status->agent.value == "idle")
    return tasks.empty() ? "" : render::title_of(index.contents(), *tasks.front()) + " waits";
  return status->agent.message.empty() ? status->agent.value : status->agent.message;
}

} // namespace

std::vector<FailedForGood> failed_for_good(const store::Contents& contents,
                                           const std::set<std::string>& applications) {
  std::vector<FailedForGood> failed;
  for (const auto& [unit, status] : contents.statuses)
    if (has_failed_for_good(status) && is_one_of(applications, unit))
      failed.push_back({unit, status.error});
  std::sort(failed.begin(), failed.end(), [](const auto& left, const auto& right) {
    return store::natural_less(left.unit, right.unit);
  });
  return failed;
}

std::string failed_text(const std::vector<FailedForGood>& failed) {
  if (failed.empty())
    return "";
  const bool one = failed.size() == 1;
  std::string text = "WARNING settled, but " + std::to_string(failed.size())
                     + (one ? " unit has" : " units have") + " failed for good:";
  for (std::size_t i = 0; i < std::min(failed.size(), shown_units_max); ++i)
    text += (i > 0 ? ", " : " ") + failed[i].unit + " (" + failed[i].error.hook + ")";
  if (failed.size() > shown_units_max)
    text += " and " + std::to_string(failed.size() - shown_units_max) + " more";
  return text + ": orrery status error says why, then orrery resolved "
         + (one ? failed.front().unit : "--all") + " tries again\n";
}

std::string settling_text(const store::Contents& contents,
                          const std::set<std::string>& applications) {
  std::size_t all = 0, busy_units = 0, busy = 0;
  std::string named;
  const auto add = [&](const std::string& name, const std::string& with) {
    if (++busy <= awaited_max)
      named += (busy > 1 ? ", " : "") + name + " (" + with + ")";
  };
  const render::Index index(contents);
  for (const auto& [name, unit] : contents.units) {
    if (!is_one_of(applications, name))
      continue;
    ++all;
    const std::string with = busy_with(index, name);
    if (with.empty())
      continue;
    ++busy_units;
    add(name, with);
  }
  for (const auto& [id, task] : contents.tasks)
    if (applications.empty() && task.unit.empty() && task.status != store::TaskStatus::Pending)
      add("machine " + std::to_string(task.machine), render::title_of(contents, task));
  if (busy == 0)
    return "";
  if (busy > awaited_max)
    named += " and " + std::to_string(busy - awaited_max) + " more";
  return std::to_string(all - busy_units) + " of " + config::counted(all, "unit")
         + (all == 1 ? " is" : " are") + " settled, waits for " + named;
}

std::string unrest_text(const store::Contents& contents) {
  std::string text;
  std::size_t lines = 0;
  constexpr std::size_t lines_max = 20;
  const auto add = [&](const std::string& line) {
    if (++lines <= lines_max)
      text += line + "\n";
  };
  for (const auto& [name, status] : contents.statuses) {
    if (!status.error.hook.empty())
      add("unit " + name + ": " + render::what_failed(status.error));
    else if (status.agent.value != "idle")
      add("unit " + name + ": agent is " + status.agent.value
          + (status.agent.message.empty() ? "" : " (" + status.agent.message + ")"));
  }
  const render::Index index(contents);
  const auto reason = [&](store::EntityKind kind, const std::string& name, const std::string& why) {
    if (!why.empty())
      add(std::string{store::word_of(kind)} + " " + name + " is not Alive: " + why);
  };
  for (const auto& [name, application] : contents.applications)
    reason(store::EntityKind::Application, name, render::application_reason(index, application));
  for (const auto& [id, relation] : contents.relations)
    reason(store::EntityKind::Relation, std::to_string(id),
           render::relation_reason(index, relation));
  for (const auto& [id, machine] : contents.machines) {
    if (machine.instance.empty())
      add("machine " + std::to_string(id) + " has no instance yet");
    reason(store::EntityKind::Machine, std::to_string(id), render::machine_reason(index, machine));
  }
  if (lines > lines_max)
    text += "and " + std::to_string(lines - lines_max) + " more\n";
  return text;
}

} // namespace orrery::cmd::console
