#include "cmd/render/status_layout.hpp"

#include <map>

namespace orrery::render {
namespace {

enum class WithVersion : bool { No, Yes };

Document status_info(const store::Status& status,
                     const TimeFormat& time,
                     WithVersion version = WithVersion::No,
                     store::Life life = store::Life::Alive) {
  Document info = Document::map();
  info.add("current", status.value).add_text("message", status.message);
  if (status.since > 0)
    info.add("since", time.full(status.since));
  if (version == WithVersion::Yes)
    info.add("version", presented_version);
  if (life != store::Life::Alive)
    info.add("life", to_string(life));
  return info;
}

Document unit_document(const UnitPicture& unit, const TimeFormat& time, bool nested) {
  Document document = Document::map();
  document.add("workload-status", status_info(unit.state.workload, time));
  document.add("juju-status",
               status_info(unit.state.agent, time, WithVersion::Yes, unit.unit->life));
  if (unit.leader)
    document.add("leader", true);
  if (unit.unit->assigned && !nested)
    document.add("machine", std::to_string(unit.unit->machine));
  Document ports = Document::list();
  if (unit.reported != nullptr)
    for (const store::Port& port : unit.reported->ports)
      ports.push(port_text(port));
  document.add_filled("open-ports", std::move(ports));
  document.add_text("public-address", unit.address);
  Document subordinates = Document::map();
  for (const UnitPicture& subordinate : unit.subordinates)
    subordinates.add(subordinate.unit->name, unit_document(subordinate, time, true));
  document.add_filled("subordinates", std::move(subordinates));
  document.add_text("waiting-on", unit.waiting_on);
  return document;
}

/// Endpoint by endpoint, in the order of their names.
Document relations_document(const Index& index, const store::Application& application) {
  std::map<std::string, Document> by_endpoint;
  for (const store::Relation* relation : index.relations_of(application.name)) {
    const store::RelationEnd* own = own_end(*relation, application.name);
    Document related = Document::map();
    related.add("related-application", other_end(*relation, application.name)->application)
      .add("interface", relation->interface)
      .add("scope", relation->scope == store::ScopeKind::Container ? "container" : "global");
    by_endpoint.try_emplace(own->endpoint, Document::list()).first->second.push(std::move(related));
  }
  Document relations = Document::map();
  for (auto& [endpoint, related] : by_endpoint)
    relations.add(endpoint, std::move(related));
  return relations;
}

void add_charm(Document& document, const ApplicationPicture& picture) {
  document.add("charm", picture.application->charm)
    .add("base", base_document())
    .add("charm-origin", "local")
    .add("charm-name", picture.charm != nullptr ? picture.charm->name : "")
    .add("charm-rev", picture.charm != nullptr ? picture.charm->revision : 0U);
}

Document application_document(const Index& index,
                              const ApplicationPicture& picture,
                              const TimeFormat& time) {
  const store::Application& application = *picture.application;
  Document document = Document::map();
  add_charm(document, picture);
  document.add("exposed", application.exposed);
  if (application.life != store::Life::Alive)
    document.add("life", to_string(application.life));
  document.add("application-status", status_info(picture.status, time));
  document.add_filled("relations", relations_document(index, application));
  Document principals = Document::list();
  for (const std::string& principal : picture.subordinate_to)
    principals.push(principal);
  document.add_filled("subordinate-to", std::move(principals));
  Document units = Document::map();
  for (const UnitPicture& unit : picture.units)
    units.add(unit.unit->name, unit_document(unit, time, false));
  document.add_filled("units", std::move(units));
  document.add_text("version", picture.version);
  document.add("endpoint-bindings", Document::map());
  document.add_text("waiting-on", picture.waiting_on);
  return document;
}

Document model_document(const store::Model& model, const TimeFormat& time) {
  Document document = Document::map();
  document.add("name", model.name)
    .add("type", "iaas")
    .add("controller", "orrery")
    .add("cloud", "local")
    .add("version", presented_version)
    .add("model-status", status_info({"available", "", model.created}, time))
    .add("sla", "unsupported");
  return document;
}

} // namespace

Document base_document() {
  Document base = Document::map();
  base.add("name", "debian").add("channel", "12");
  return base;
}

std::string base_text() {
  return "debian@12";
}

Document machine_document(const MachinePicture& picture, const TimeFormat& time) {
  const store::Machine& machine = *picture.machine;
  store::Status agent = machine.status;
  if (agent.value.empty())
    agent = {"pending", "", machine.turn.since};
  Document document = Document::map();
  document.add("juju-status", status_info(agent, time, WithVersion::Yes, machine.life));
  document.add_text("dns-name", machine.address);
  Document addresses = Document::list();
  if (!machine.address.empty())
    addresses.push(machine.address);
  document.add_filled("ip-addresses", std::move(addresses));
  document.add("instance-id", machine.instance.empty() ? "pending" : machine.instance);
  document.add("machine-status", status_info(picture.instance, time));
  document.add("modification-status", status_info({"idle", "", machine.status.since}, time));
  document.add("base", base_document());
  document.add_text("waiting-on", picture.waiting_on);
  return document;
}

Document status_document(const Index& index, const Picture& picture, const StatusOptions& options) {
  Document machines = Document::map();
  for (const MachinePicture& machine : picture.machines)
    machines.add(std::to_string(machine.machine->id), machine_document(machine, options.time));
  Document applications = Document::map();
  for (const ApplicationPicture& application : picture.applications)
    applications.add(application.application->name,
                     application_document(index, application, options.time));
  Document controller = Document::map();
  controller.add("timestamp", options.time.of_day(options.now));
  Document document = Document::map();
  document.add("model", model_document(*picture.model, options.time))
    .add("machines", std::move(machines))
    .add("applications", std::move(applications))
    .add("storage", Document::map())
    .add("controller", std::move(controller));
  return document;
}

} // namespace orrery::render
