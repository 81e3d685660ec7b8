#include "test/explain/random_model.hpp"

#include "test/agents/charms.hpp"

namespace orrery::test {

using explain::Subject;
using store::EntityKind;

int RandomModel::below(int bound) {
  return static_cast<int>(random_() % static_cast<std::uint64_t>(bound));
}

std::vector<protocol::Command> RandomModel::beginning() {
  std::vector<protocol::Command> commands{
    protocol::CreateApplication{"web", web_charm(), {}},
    protocol::CreateApplication{"db", database_charm(), {}},
    protocol::CreateApplication{"ring", ring_charm(), {}},
    protocol::CreateApplication{"log", logger_charm(), {}},
    protocol::CreateApplication{"audit", logger_charm("audit"), {}},
    protocol::AddRelation{"web", "db", "db", "server"},
    protocol::AddRelation{"log", "logs", "web", "site"},
    protocol::AddRelation{"log", "info", "web", "juju-info"}};
  if (below(2) == 0)
    commands.emplace_back(protocol::AddRelation{"log", "info", "ring", "juju-info"});
  if (below(2) == 0)
    commands.emplace_back(protocol::AddRelation{"audit", "info", "db", "juju-info"});
  for (const char* name : {"web", "db", "ring"})
    for (int i = below(3); i > 0; --i)
      commands.emplace_back(
        protocol::AddUnit{name, below(2) == 0 ? std::optional<store::MachineId>{0} : std::nullopt});
  return commands;
}

std::string RandomModel::any_unit(const store::Contents& contents) {
  if (contents.units.empty())
    return "web/99";
  return std::next(contents.units.begin(), below(static_cast<int>(contents.units.size())))->first;
}

store::RelationId RandomModel::any_relation(const store::Contents& contents) {
  if (contents.relations.empty())
    return 99;
  return std::next(contents.relations.begin(), below(static_cast<int>(contents.relations.size())))
    ->first;
}

protocol::Command RandomModel::any_of_an_agent_or_user(const store::Contents& contents) {
  const std::string unit = any_unit(contents);
  switch (below(14)) {
  case 0:
    return removal_of(any_subject(contents));
  case 1:
    return protocol::RemoveUnit{unit};
  case 2:
    return protocol::LeaveScope{unit, any_relation(contents)};
  case 3:
    return protocol::DepartScope{unit, any_relation(contents)};
  case 4:
    return protocol::SetUnitDying{unit, "chance"};
  case 5: // as agents do: nobody sets an Alive unit Dead
    if (contents.units.contains(unit) && contents.units.at(unit).life == store::Life::Alive)
      break;
    return protocol::SetUnitDead{unit};
  case 6:
    return protocol::DeleteUnit{unit};
  default:
    break;
  }
  return protocol::EnterScope{unit, any_relation(contents), {}};
}

Subject RandomModel::any_subject(const store::Contents& contents) {
  std::vector<Subject> subjects;
  for (const auto& entry : contents.units)
    subjects.push_back({EntityKind::Unit, entry.first});
  for (const auto& entry : contents.applications)
    subjects.push_back({EntityKind::Application, entry.first});
  for (const auto& entry : contents.relations)
    subjects.push_back({EntityKind::Relation, std::to_string(entry.first)});
  for (const auto& entry : contents.machines)
    subjects.push_back({EntityKind::Machine, std::to_string(entry.first)});
  return any(subjects);
}

protocol::Command removal_of(const Subject& subject) {
  switch (subject.kind) {
  case EntityKind::Unit:
    return protocol::RemoveUnit{subject.name};
  case EntityKind::Application:
    return protocol::RemoveApplication{subject.name};
  case EntityKind::Machine:
    return protocol::RemoveMachine{store::parse_id(subject.name).value()};
  case EntityKind::Relation:
    break;
  }
  return protocol::RemoveRelation{store::parse_id(subject.name).value()};
}

bool exists(const store::Contents& contents, const Subject& subject) {
  const auto id = store::parse_id(subject.name);
  switch (subject.kind) {
  case EntityKind::Unit:
    return contents.units.contains(subject.name);
  case EntityKind::Application:
    return contents.applications.contains(subject.name);
  case EntityKind::Machine:
    return id && contents.machines.contains(*id);
  case EntityKind::Relation:
    break;
  }
  return id && contents.relations.contains(*id);
}

} // namespace orrery::test
