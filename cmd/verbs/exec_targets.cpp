#include "cmd/verbs/exec_targets.hpp"

#include "cmd/verbs/led_application.hpp"
#include "cmd/verbs/task_output.hpp"
#include "cmd/views/render/missing.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <set>

namespace orrery::cmd {

namespace {

/// `a,b` and `--flag a --flag b` alike.
std::vector<std::string> listed_names(const std::vector<std::string>& values) {
  std::vector<std::string> names;
  for (std::string rest : values) {
    while (!rest.empty()) {
      const auto comma = std::min(rest.find(','), rest.size());
      if (comma > 0)
        names.push_back(rest.substr(0, comma));
      rest.erase(0, comma + 1);
    }
  }
  return names;
}

/// Lines about names that can be none of their kind.
template <class IsName>
std::string
invalid_names(const std::vector<std::string>& names, const char* kind, const IsName& is_name) {
  std::string lines;
  for (const std::string& name : names)
    if (!is_name(name))
      lines += "\n  \"" + name + "\" is not a valid " + kind;
  return lines;
}

/// The units that are named, by their text.
tl::expected<std::set<std::string>, std::string> named_units(const store::Contents& contents,
                                                             const ExecTargets& targets) {
  std::set<std::string> units;
  for (const std::string& unit : targets.units) {
    const std::string led = led_application(unit);
    const auto application = contents.applications.find(led);
    if (led.empty())
      units.insert(unit);
    else if (application == contents.applications.end() || application->second.leader.empty())
      return tl::unexpected("could not determine leader for \"" + led + "\"");
    else
      units.insert(application->second.leader);
  }
  for (const std::string& name : targets.applications) {
    if (!contents.applications.contains(name))
      return tl::unexpected(render::missing(contents, store::EntityKind::Application, name));
    bool has_units = false;
    for (const auto& [unit, record] : contents.units)
      if (record.application == name) {
        units.insert(unit);
        has_units = true;
      }
    if (!has_units)
      return tl::unexpected("application \"" + name + "\" has no units");
  }
  return units;
}

void add_unit(const store::Contents& contents, const std::string& name, Order& order) {
  const auto unit = contents.units.find(name);
  if (unit == contents.units.end())
    return order.refuse("\"" + tag_of(name, 0) + "\" not found");
  if (unit->second.life == store::Life::Dead)
    return order.refuse("not found or dead"); // A9
  protocol::Receiver receiver;
  receiver.unit = name;
  order.add(std::move(receiver));
}

void add_machine(const store::Contents& contents, store::MachineId id, Order& order) {
  const auto machine = contents.machines.find(id);
  if (machine == contents.machines.end())
    return order.refuse("\"" + tag_of("", id) + "\" not found");
  if (machine->second.life == store::Life::Dead)
    return order.refuse("not found or dead");
  protocol::Receiver receiver;
  receiver.machine = id;
  order.add(std::move(receiver));
}

std::vector<store::MachineId> named_machines(const store::Contents& contents,
                                             const ExecTargets& targets) {
  std::vector<store::MachineId> machines;
  if (targets.all_machines)
    for (const auto& [id, machine] : contents.machines)
      machines.push_back(id);
  for (const std::string& name : targets.machines)
    if (const auto id = store::parse_id(name);
        id && std::find(machines.begin(), machines.end(), *id) == machines.end())
      machines.push_back(*id);
  return machines;
}

} // namespace

ExecTargets targets_of(const Arguments& arguments) {
  auto applications = arguments.all("application");
  for (auto& names : arguments.all("app"))
    applications.push_back(std::move(names));
  return {listed_names(arguments.all("unit")), listed_names(applications),
          listed_names(arguments.all("machine")), arguments.on("all")};
}

std::string wrong_targets(const ExecTargets& targets) {
  const bool named =
    !targets.units.empty() || !targets.applications.empty() || !targets.machines.empty();
  if (targets.all_machines && named)
    return std::string("You cannot specify --all and individual ")
           + (!targets.machines.empty()       ? "machines"
              : !targets.applications.empty() ? "applications"
                                              : "units");
  if (!targets.all_machines && !named)
    return "You must specify a target, either through --all, --machine, --application or --unit";
  const std::string lines =
    invalid_names(targets.machines, "machine id",
                  [](const std::string& name) { return store::parse_id(name).has_value(); })
    + invalid_names(targets.applications, "application name",
                    [](const std::string& name) { return store::is_application_name(name); })
    + invalid_names(targets.units, "unit name", [](const std::string& name) {
        return store::is_unit_name(name) || !led_application(name).empty();
      });
  return lines.empty() ? lines : "The following exec targets are not valid:" + lines;
}

explain::Named named_by(const ExecTargets& targets) {
  explain::Named named;
  named.applications = targets.applications;
  named.with_units = !targets.applications.empty();
  for (const std::string& unit : targets.units) {
    if (const std::string led = led_application(unit); !led.empty()) {
      named.applications.push_back(led);
      named.with_units = true; // among them the leader
    } else {
      named.units.push_back(unit);
    }
  }
  for (const std::string& machine : targets.machines)
    if (const auto id = store::parse_id(machine))
      named.machines.push_back(*id);
  if (targets.all_machines)
    named.kinds = "h";
  return named;
}

tl::expected<void, std::string>
add_targets(const store::Contents& contents, const ExecTargets& targets, Order& order) {
  const auto units = named_units(contents, targets);
  if (!units)
    return tl::unexpected(units.error());
  std::string receivers;
  const auto name = [&receivers](const std::string& tag) {
    receivers += (receivers.empty() ? "" : ",") + tag;
  };
  for (const std::string& unit : *units) {
    name(tag_of(unit, 0));
    add_unit(contents, unit, order);
  }
  for (const store::MachineId machine : named_machines(contents, targets)) {
    name(tag_of("", machine));
    add_machine(contents, machine, order);
  }
  order.command.summary = order.command.action + " run on " + receivers; // A3
  return {};
}

} // namespace orrery::cmd
