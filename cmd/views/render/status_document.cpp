#include "cmd/views/render/bindings.hpp"
#include "cmd/views/render/constraints.hpp"
#include "cmd/views/render/status_layout.hpp"
#include "cmd/views/render/storage.hpp"
#include "cmd/views/render/upgrade.hpp"

#include <map>
#include <vector>

namespace orrery::render {
namespace {

enum class WithVersion : bool { No, Yes };

void status_info(Writer& to,
                 std::string_view name,
                 const store::Status& status,
                 Times& times,
                 WithVersion version = WithVersion::No,
                 store::Life life = store::Life::Alive) {
  to.key(name);
  to.begin_map();
  to.add("current", status.value);
  to.add_text("message", status.message);
  if (status.since > 0)
    to.add("since", times.full(status.since));
  if (version == WithVersion::Yes)
    to.add("version", presented_version);
  if (life != store::Life::Alive)
    to.add("life", to_string(life));
  to.end_map();
}

void base(Writer& to) {
  to.key("base");
  to.begin_map();
  to.add("name", "debian");
  to.add("channel", "12");
  to.end_map();
}

void write_unit(
  Writer& to, const Index& index, const UnitPicture& unit, Times& times, bool nested) {
  to.key(unit.unit->name);
  to.begin_map();
  status_info(to, "workload-status", *unit.state.workload, times);
  status_info(to, "juju-status", *unit.state.agent, times, WithVersion::Yes, unit.unit->life);
  if (unit.leader)
    to.add_word("leader", true);
  to.add_text("upgrading-from", upgrading_from(index, *unit.unit)); // P45
  to.add_text("upgrade-charm-skipped", unit.unit->skipped_upgrade.text());
  if (unit.unit->assigned && !nested)
    to.add("machine", std::to_string(unit.unit->machine));
  if (unit.reported != nullptr && !unit.reported->ports.empty()) {
    to.key("open-ports");
    to.begin_list();
    for (const store::Port& port : open_ranges(*unit.reported))
      to.text(port_text(port));
    to.end_list();
  }
  to.add_text("public-address", unit.address);
  if (!unit.subordinates.empty()) {
    to.key("subordinates");
    to.begin_map();
    for (const UnitPicture& subordinate : unit.subordinates)
      write_unit(to, index, subordinate, times, true);
    to.end_map();
  }
  to.add_text("waiting-on", unit.waiting_on);
  to.end_map();
}

/// Endpoint by endpoint, in the order of their names.
void write_relations(Writer& to, const Index& index, const store::Application& application) {
  std::map<std::string_view, std::vector<const store::Relation*>> by_endpoint;
  for (const store::Relation* relation : index.relations_of(application.name))
    by_endpoint[own_end(*relation, application.name)->endpoint].push_back(relation);
  if (by_endpoint.empty())
    return;
  to.key("relations");
  to.begin_map();
  for (const auto& [endpoint, relations] : by_endpoint) {
    to.key(endpoint);
    to.begin_list();
    for (const store::Relation* relation : relations) {
      to.begin_map();
      to.add("related-application", other_end(*relation, application.name)->application);
      to.add("interface", relation->interface);
      to.add("scope", relation->scope == store::ScopeKind::Container ? "container" : "global");
      to.end_map();
    }
    to.end_list();
  }
  to.end_map();
}

void write_charm(Writer& to, const ApplicationPicture& picture) {
  to.add("charm", picture.application->charm);
  base(to);
  to.add("charm-origin", "local");
  to.add("charm-name", picture.charm != nullptr ? picture.charm->name : "");
  to.key("charm-rev");
  to.word(std::to_string(picture.charm != nullptr ? picture.charm->revision : 0U));
  to.add("charm-channel", ""); // a local charm has none, yet clients read the key
  to.add_text("charm-version", picture.charm != nullptr ? picture.charm->version : "");
}

void write_bindings(Writer& to, const store::Charm* charm) {
  to.key("endpoint-bindings");
  to.begin_map();
  to.add("", only_space);
  if (charm != nullptr)
    for (const std::string& name : bindable(*charm))
      to.add(name, only_space);
  to.end_map();
}

/// No map for an application that has none.
void write_units(Writer& to,
                 Pieces& pieces,
                 const Index& index,
                 const Roll& roll,
                 const std::string& application,
                 Times& times) {
  bool begun = false;
  roll.each_of(application, [&](const UnitPicture& unit) {
    if (!begun) {
      to.key("units");
      to.begin_map();
      begun = true;
    }
    write_unit(to, index, unit, times, false);
    pieces.cut();
  });
  if (begun)
    to.end_map();
}

void write_application(Writer& to,
                       Pieces& pieces,
                       const Index& index,
                       const Roll& roll,
                       const ApplicationPicture& picture,
                       Times& times) {
  const store::Application& application = *picture.application;
  to.key(application.name);
  to.begin_map();
  write_charm(to, picture);
  to.add_word("exposed", application.exposed);
  if (application.life != store::Life::Alive)
    to.add("life", to_string(application.life));
  status_info(to, "application-status", picture.status, times);
  write_relations(to, index, application);
  if (!picture.subordinate_to.empty()) {
    to.key("subordinate-to");
    to.begin_list();
    for (const std::string& principal : picture.subordinate_to)
      to.text(principal);
    to.end_list();
  }
  write_units(to, pieces, index, roll, application.name, times);
  to.add_text("version", picture.version);
  write_bindings(to, picture.charm);
  to.add_text("waiting-on", picture.waiting_on);
  to.end_map();
  pieces.cut();
}

/// The interface that a machine's address is on, as network-get names it.
void write_interfaces(Writer& to, const store::Machine& machine) {
  if (machine.address.empty())
    return;
  to.key("network-interfaces");
  to.begin_map();
  to.key("lo");
  to.begin_map();
  to.key("ip-addresses");
  to.begin_list();
  to.text(machine.address);
  to.end_list();
  to.add("mac-address", "");
  to.add("space", only_space);
  to.add_word("is-up", true);
  to.end_map();
  to.end_map();
}

void write_model(Writer& to, const store::Model& model, Times& times) {
  to.key("model");
  to.begin_map();
  to.add("name", model.name);
  to.add("type", "iaas");
  to.add("controller", "orrery");
  to.add("cloud", "local");
  to.add("version", presented_version);
  status_info(to, "model-status", {"available", "", model.created}, times);
  to.add("sla", "unsupported");
  to.end_map();
}

} // namespace

std::string base_text() {
  return "debian@12";
}

void write_machine(Writer& to, const MachinePicture& picture, Times& times, const Host& host) {
  const store::Machine& machine = *picture.machine;
  store::Status agent = machine.status;
  if (agent.value.empty())
    agent = {"pending", "", machine.turn.since};
  to.key(std::to_string(machine.id));
  to.begin_map();
  status_info(to, "juju-status", agent, times, WithVersion::Yes, machine.life);
  if (!machine.instance.empty())
    to.add_text("hostname", host.name);
  to.add_text("dns-name", machine.address);
  if (!machine.address.empty()) {
    to.key("ip-addresses");
    to.begin_list();
    to.text(machine.address);
    to.end_list();
  }
  to.add("instance-id", machine.instance.empty() ? "pending" : machine.instance);
  to.add_text("display-name", machine.instance);
  status_info(to, "machine-status", picture.instance, times);
  status_info(to, "modification-status", {"idle", "", machine.status.since}, times);
  base(to);
  write_interfaces(to, machine);
  to.add_text("constraints", machine_constraints(machine.constraints.text(), host));
  if (!machine.instance.empty())
    to.add_text("hardware", hardware_text(host));
  to.add_text("waiting-on", picture.waiting_on);
  to.end_map();
}

void status_document(Pieces& pieces,
                     DataFormat format,
                     const Index& index,
                     const Picture& picture,
                     const StatusOptions& options) {
  const auto writer = writer_of(format, pieces.text());
  Writer& to = *writer;
  Times times(options.time);
  to.begin_map();
  write_model(to, *picture.model, times);
  to.key("machines");
  to.begin_map();
  for (const MachinePicture& machine : picture.machines) {
    write_machine(to, machine, times, options.host);
    pieces.cut();
  }
  to.end_map();
  to.key("applications");
  to.begin_map();
  for (const ApplicationPicture& application : picture.applications)
    write_application(to, pieces, index, picture.roll, application, times);
  to.end_map();
  to.key("storage"); // ST53
  write(to, storages_document(index.contents(), options.time));
  to.key("controller");
  to.begin_map();
  to.add("timestamp", options.time.of_day(options.now));
  to.end_map();
  to.end_map();
  to.finish();
}

} // namespace orrery::render
