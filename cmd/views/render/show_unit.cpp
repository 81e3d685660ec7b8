#include "cmd/views/render/index.hpp"
#include "cmd/views/render/missing.hpp"
#include "cmd/views/render/reason.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status_layout.hpp"
#include "cmd/views/render/unit_picture.hpp"
#include "cmd/views/render/upgrade.hpp"

#include <algorithm>
#include <map>

namespace orrery::render {
namespace {

Document
data_of(const store::Contents& contents, store::RelationId relation, const std::string& owner) {
  Document data = Document::map();
  if (const auto bag = contents.bags.find({relation, owner}); bag != contents.bags.end())
    for (const auto& [key, value] : bag->second.values)
      data.add(key, value);
  return data;
}

const store::Scope*
scope_of(const store::Contents& contents, store::RelationId relation, const std::string& unit) {
  const auto found = contents.scopes.find({relation, unit});
  return found == contents.scopes.end() ? nullptr : &found->second;
}

Document member_document(const store::Contents& contents,
                         store::RelationId relation,
                         const std::string& unit) {
  const store::Scope* scope = scope_of(contents, relation, unit);
  Document member = Document::map();
  member.add("in-scope", scope != nullptr && !scope->departing)
    .add("data", data_of(contents, relation, unit));
  return member;
}

/// Whether two units can see each other in a relation: in a container relation only below the same
/// principal (S3).
bool shares_container(const store::Relation& relation,
                      const store::Unit& left,
                      const store::Unit& right) {
  const auto container = [](const store::Unit& unit) {
    return unit.principal.empty() ? unit.name : unit.principal;
  };
  return relation.scope == store::ScopeKind::Global || container(left) == container(right);
}

Document related_units(const Index& index,
                       const store::Relation& relation,
                       const store::Unit& unit,
                       const std::string& other) {
  const store::Contents& contents = index.contents();
  Document related = Document::map();
  for (const store::Unit* each : index.units_of(other)) {
    const bool known = scope_of(contents, relation.id, each->name) != nullptr
                       || contents.bags.contains({relation.id, each->name});
    if (each->name != unit.name && known && shares_container(relation, unit, *each))
      related.add(each->name, member_document(contents, relation.id, each->name));
  }
  return related;
}

Document
relation_document(const Index& index, const store::Relation& relation, const store::Unit& unit) {
  const store::Contents& contents = index.contents();
  const store::RelationEnd* other = other_end(relation, unit.application);
  Document document = Document::map();
  document.add("relation-id", relation.id)
    .add("endpoint", own_end(relation, unit.application)->endpoint)
    .add("related-endpoint", other->endpoint)
    .add("application-data", data_of(contents, relation.id, other->application))
    .add("local-unit", member_document(contents, relation.id, unit.name))
    .add_filled("related-units", related_units(index, relation, unit, other->application));
  return document;
}

Document unit_document(const Index& index, const store::Unit& unit) {
  const UnitPicture picture = draw_unit(index, unit, index.status_of(unit.name), {});
  Document document = Document::map();
  const store::Application* application = index.application_of(unit);
  std::string version = picture.reported != nullptr ? picture.reported->version : "";
  if (version.empty() && application != nullptr)
    version = application->version;
  document.add_text("workload-version", version);
  if (unit.assigned)
    document.add("machine", std::to_string(unit.machine));
  Document ports = Document::list();
  if (picture.reported != nullptr)
    for (const store::Port& port : open_ranges(*picture.reported))
      ports.push(port_text(port));
  document.add("opened-ports", std::move(ports))
    .add_text("public-address", picture.address)
    .add("charm", application != nullptr ? application->charm : unit.charm) // P46
    .add_text("upgrading-from", upgrading_from(index, unit))
    .add_text("upgrade-charm-skipped", unit.skipped_upgrade.text())
    .add("leader", picture.leader)
    .add("life", to_string(unit.life))
    .add_text("waiting-on", picture.waiting_on);
  Document relations = Document::list();
  for (const store::Relation* relation : index.relations_of(unit.application))
    relations.push(relation_document(index, *relation, unit));
  document.add_filled("relation-info", std::move(relations));
  return document;
}

} // namespace

Output show_unit(const store::Contents& contents,
                 const Omitted& omitted,
                 const std::vector<std::string>& names,
                 DataFormat format) {
  const Index index(contents, omitted);
  std::map<std::string, const store::Unit*> shown; // a unit named twice is shown once
  Output output;
  for (const std::string& name : names) {
    const auto found = contents.units.find(name);
    if (found == contents.units.end())
      output.err += "ERROR " + missing(contents, store::EntityKind::Unit, name) + "\n";
    else
      shown.emplace(name, &found->second);
  }
  Document document = Document::map();
  for (const auto& [name, unit] : shown)
    document.add(name, unit_document(index, *unit));
  if (document.size() > 0)
    output.out = formatted(document, format);
  output.code = output.err.empty() ? 0 : 1;
  return output;
}

} // namespace orrery::render
