#include "cmd/verbs/operation_filter.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <utility>

namespace orrery::cmd {

namespace {

using Words = std::set<std::string>;

/// A comma list, or several.
Words listed_words(const std::vector<std::string>& values) {
  Words words;
  for (const std::string& value : values)
    for (std::size_t from = 0; from <= value.size();) {
      const auto to = std::min(value.find(',', from), value.size());
      if (to > from)
        words.insert(value.substr(from, to - from));
      from = to + 1;
    }
  return words;
}

constexpr const char* statuses_known = "pending running completed failed cancelled aborting "
                                       "aborted error";

bool is_status(const std::string& word) {
  return (" " + std::string(statuses_known) + " ").find(" " + word + " ") != std::string::npos;
}

template <class IsName>
std::string first_wrong(const Words& words, const IsName& is_name) {
  const auto wrong = std::find_if_not(words.begin(), words.end(), is_name);
  return wrong == words.end() ? std::string() : *wrong;
}

} // namespace

tl::expected<OperationFilter, UsageError> filter_of(const Arguments& arguments) {
  auto applications = arguments.all("apps");
  for (auto& names : arguments.all("applications"))
    applications.push_back(std::move(names));
  OperationFilter filter;
  filter.applications = listed_words(applications);
  filter.units = listed_words(arguments.all("units"));
  filter.machines = listed_words(arguments.all("machines"));
  filter.actions = listed_words(arguments.all("actions"));
  filter.statuses = listed_words(arguments.all("status"));
  const auto is_machine = [](const std::string& name) { return store::parse_id(name).has_value(); };
  if (const auto name = first_wrong(filter.applications, store::is_application_name); !name.empty())
    return arguments.wrong(0, "invalid application name \"" + name + "\"");
  if (const auto name = first_wrong(filter.units, store::is_unit_name); !name.empty())
    return arguments.wrong(0, "invalid unit name \"" + name + "\"");
  if (const auto name = first_wrong(filter.machines, is_machine); !name.empty())
    return arguments.wrong(0, "invalid machine id \"" + name + "\"");
  if (const auto word = first_wrong(filter.statuses, is_status); !word.empty())
    return arguments.wrong(0, "\"" + word + "\" is not a valid task status, want one of ["
                                + statuses_known + "]");
  return filter;
}

OperationMatcher::OperationMatcher(OperationFilter filter, const store::Contents& contents)
  : filter_(std::move(filter)), units_(filter_.units) {
  const bool all =
    filter_.applications.empty() && filter_.units.empty() && filter_.machines.empty();
  for (const auto& [name, unit] : contents.units)
    if (all || filter_.applications.contains(unit.application))
      units_.insert(name);
  any_machine_ = all && filter_.actions.contains("juju-exec");
}

bool OperationMatcher::operator()(const store::OperationSeen& seen) const {
  const store::Operation& operation = seen.operation;
  if (!filter_.actions.empty() && !filter_.actions.contains(operation.action))
    return false;
  if (!filter_.statuses.empty()
      && !filter_.statuses.contains(std::string(store::to_string(operation.status))))
    return false;
  return has_receiver(seen);
}

bool OperationMatcher::has_receiver(const store::OperationSeen& seen) const {
  return std::any_of(seen.tasks.begin(), seen.tasks.end(), [this](const store::TaskSeen& task) {
    if (!task.task.unit.empty())
      return units_.contains(task.task.unit);
    return any_machine_ || filter_.machines.contains(std::to_string(task.task.machine));
  });
}

} // namespace orrery::cmd
