#include "test/check/observed.hpp"

#include "test/support/contents.hpp"

namespace orrery::test {

namespace {

void give_instance(check::Observed& observed, store::Machine& machine) {
  machine.instance = "process-" + std::to_string(machine.id);
  observed.directories.instances.insert(machine.instance);
  observed.directories.units[machine.id] = {};
}

/// It has been installed and started, leads its application, and rests.
void let_run(check::Observed& observed, const store::Unit& unit) {
  store::UnitStatus& status = observed.contents.statuses[unit.name];
  status.agent.value = "idle";
  status.workflow = "running";
  agents::UnitNotes& local = observed.notes.units[unit.name];
  local.unit = unit.name;
  local.installed = local.started = local.configured = local.leader = true;
  local.config_version = 4;
  const auto told = observed.contents.leader_settings.find(unit.application);
  local.leader_settings_version =
    told == observed.contents.leader_settings.end() ? 0 : told->second.version;
  const std::string holder =
    unit.principal.empty() ? "machine-" + std::to_string(unit.machine) : unit.principal;
  observed.notes.deployed.insert({holder, unit.name});
  observed.directories.units[unit.machine].insert(unit.name);
}

agents::RelationProgress progress(const std::string& endpoint,
                                  const std::string& application,
                                  std::map<std::string, std::uint64_t> members) {
  agents::RelationProgress made;
  made.endpoint = endpoint;
  made.remote_application = application;
  made.created = true;
  made.members = std::move(members);
  return made;
}

} // namespace

agents::Operation in_hand(agents::HookKind kind, agents::Step step) {
  agents::Operation operation;
  operation.hook.kind = kind;
  operation.step = step;
  return operation;
}

check::Observed good_observed() {
  check::Observed observed;
  observed.contents = good_model();
  observed.contents.sequence = 7;
  for (auto& [id, machine] : observed.contents.machines)
    give_instance(observed, machine);
  for (auto& [name, application] : observed.contents.applications)
    application.config_version = 4;
  for (const auto& [name, unit] : observed.contents.units)
    let_run(observed, unit);
  auto& notes = observed.notes.units;
  notes["mysql/0"].relations = {{0, progress("cluster", "mysql", {})},
                                {1, progress("server", "wordpress", {{"wordpress/0", 1}})}};
  notes["wordpress/0"].relations = {{1, progress("db", "mysql", {{"mysql/0", 1}})},
                                    {2, progress("juju-info", "logging", {})}};
  notes["wordpress/0"].relations[1].application_version = 2;
  notes["logging/0"].relations = {{2, progress("info", "wordpress", {{"wordpress/0", 1}})}};
  observed.keepers = {{4711, 1, "mysql/0", false}};
  return observed;
}

} // namespace orrery::test
