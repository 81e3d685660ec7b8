#include "cmd/views/explain/entity.hpp"

#include "cmd/views/explain/found.hpp"

#include <algorithm>

namespace orrery::explain {
const store::Unit* find_unit(const render::Index& index, const std::string& name) {
  return find(index.contents().units, name);
}

const store::Application* find_application(const render::Index& index, const std::string& name) {
  return find(index.contents().applications, name);
}

const store::Machine* find_machine(const render::Index& index, const std::string& id) {
  const auto parsed = store::parse_id(id);
  return parsed ? find(index.contents().machines, *parsed) : nullptr;
}

const store::Relation* find_relation(const render::Index& index, const std::string& id) {
  const auto parsed = store::parse_id(id);
  return parsed ? find(index.contents().relations, *parsed) : nullptr;
}

Subject subject_of(const store::Unit& unit) {
  return {store::EntityKind::Unit, unit.name};
}

Subject subject_of(const store::Application& application) {
  return {store::EntityKind::Application, application.name};
}

Subject subject_of(const store::Machine& machine) {
  return {store::EntityKind::Machine, std::to_string(machine.id)};
}

Subject subject_of(const store::Relation& relation) {
  return {store::EntityKind::Relation, std::to_string(relation.id)};
}

std::string name_of(const Subject& subject) {
  const bool numbered =
    subject.kind == store::EntityKind::Machine || subject.kind == store::EntityKind::Relation;
  return numbered ? std::string(store::word_of(subject.kind)) + " " + subject.name : subject.name;
}

std::vector<store::RelationId> scopes_in_order(const render::Index& index,
                                               const std::string& unit) {
  std::vector<store::RelationId> ids;
  for (const store::Scope* scope : index.scopes_of(unit))
    ids.push_back(scope->relation);
  const auto& relations = index.contents().relations;
  std::stable_partition(ids.begin(), ids.end(), [&](store::RelationId id) {
    const auto* relation = find(relations, id);
    return relation == nullptr || relation->ends.size() != 1;
  });
  return ids;
}

bool is_last_manager(const render::Index& index, const store::Machine& machine) {
  if (!machine.manage_model || machine.life != store::Life::Alive)
    return false;
  const auto& machines = index.contents().machines;
  return std::none_of(machines.begin(), machines.end(), [&](const auto& entry) {
    const store::Machine& other = entry.second;
    return other.id != machine.id && other.manage_model && other.life == store::Life::Alive;
  });
}

} // namespace orrery::explain
