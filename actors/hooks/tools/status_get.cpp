#include "actors/hooks/tools/tool.hpp"
#include "store/severity.hpp"

namespace orrery::hooks {
namespace {

using config::Data;

store::Status known(const std::optional<store::Status>& set, const store::Status& before) {
  store::Status status = set.value_or(before);
  if (status.value.empty())
    status.value = "unknown";
  return status;
}

Data details(const store::Status& status, bool data) {
  if (!data)
    return Data::map().add("status", status.value);
  return Data::map()
    .add("message", status.message)
    .add("status", status.value)
    .add("status-data", Data::map());
}

/// For an application that has set none; the first unit's of equals.
store::Status most_severe(const Workloads& units) {
  store::Status worst{"unknown", "", 0};
  for (const auto& [name, status] : units)
    if (store::severity(status.value) > store::severity(worst.value))
      worst = status;
  return worst;
}

/// All units of the application; the own one as this hook has set it.
ToolOutcome application_status(const Task& task, bool data, const store::Status& unit) {
  if (!task.sight.leader)
    return failed("finding application status: this unit is not the leader");
  const store::Status own = task.state.application_status.value_or(task.sight.application_status);
  const bool word_only = !data && task.flags.text("format") == "smart";
  if (word_only && !own.value.empty())
    return printed(task, own.value);
  if (!task.state.unit_statuses)
    return NeedStored::StatusesOfUnits;
  Workloads statuses = *task.state.unit_statuses;
  statuses[task.sight.unit] = unit;
  const store::Status status = own.value.empty() ? most_severe(statuses) : own;
  if (word_only)
    return printed(task, status.value);
  Data units = Data::map();
  for (const auto& [name, each] : statuses)
    units.add(name, details(each, data));
  Data shown = details(status, data);
  shown.add("units", std::move(units));
  return printed(task, Data::map().add("application-status", std::move(shown)));
}

ToolOutcome status_get(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  const bool data = task.flags.on("include-data");
  const store::Status unit = known(task.state.status, task.sight.status);
  if (task.flags.on("application"))
    return application_status(task, data, unit);
  if (!data && task.flags.text("format") == "smart")
    return printed(task, unit.value);
  return printed(task, details(unit, data));
}

} // namespace

Tool status_get_tool() {
  return {"status-get",
          "",
          "Print the status of the workload.",
          true,
          {{{"include-data"}, true, "", "Print the message and all data too"},
           {{"application"}, true, "", "Print the application's status; for its leader only"}},
          status_get};
}

} // namespace orrery::hooks
