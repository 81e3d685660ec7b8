#include "cmd/views/render/reason.hpp"

#include "cmd/views/render/obstacle.hpp"
#include "config/counted.hpp"

#include <algorithm>

namespace orrery::render {
namespace {

constexpr std::size_t most_named = 3;

/// `a, b, c and 4 more`.
/// @param omitted there are so many beside the elements
template <class Elements, class Name>
std::string enumerated(const Elements& elements, std::size_t omitted, Name name) {
  std::string text;
  for (std::size_t i = 0; i < elements.size() && i < most_named; ++i)
    text += (i > 0 ? ", " : "") + name(*elements[i]);
  const std::size_t named = std::min(elements.size(), most_named);
  if (elements.size() + omitted > named)
    text += " and " + std::to_string(elements.size() + omitted - named) + " more";
  return text;
}

std::string in_scope(const Index& index, const Index::Scopes& scopes, std::size_t omitted) {
  return std::string("still in scope of ")
         + (scopes.size() + omitted == 1 ? "relation " : "relations ")
         + enumerated(scopes, omitted, [&index](const store::Scope& scope) {
             const auto found = index.contents().relations.find(scope.relation);
             const bool known = found != index.contents().relations.end();
             return std::to_string(scope.relation) + (known ? " (" + found->second.key + ")" : "");
           });
}

std::string agent_of(const store::Unit& unit) {
  return unit.principal.empty() ? "the agent of machine " + std::to_string(unit.machine)
                                : "the agent of " + unit.principal;
}

template <class Map, class Key>
const typename Map::mapped_type* find(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

} // namespace

std::string machine_reason(const Index& index, const store::Machine& machine) {
  const auto& units = index.principals_on(machine.id);
  if (machine.life == store::Life::Alive && !machine.draining)
    return "";
  if (auto obstacle = first_obstacle(index, machine); !obstacle.empty())
    return obstacle;
  if (!units.empty())
    return "still hosts "
           + enumerated(units, count_of(index.omitted().principals, machine.id),
                        [](const store::Unit& unit) { return unit.name; });
  if (machine.life == store::Life::Alive)
    return "";
  if (machine.life == store::Life::Dead)
    return machine.instance.empty()
             ? "waits for the provisioner to remove it"
             : "waits for the provisioner to release instance " + machine.instance;
  return "waits for its agent to stop"
         + (machine.status.message.empty() ? "" : ": " + machine.status.message);
}

std::string unit_reason(const Index& index, const store::Unit& unit) {
  if (unit.life == store::Life::Alive)
    return "";
  if (auto obstacle = first_obstacle(index, unit); !obstacle.empty())
    return obstacle;
  if (unit.life == store::Life::Dead)
    return "waits for " + agent_of(unit) + " to remove it";
  if (const auto& storage = index.storage_of(unit.name); !storage.empty())
    return "still has storage "
           + enumerated(storage, 0, [](const store::StorageAttachment& attachment) {
               return attachment.storage;
             }); // ST16
  if (const auto& scopes = index.scopes_of(unit.name); !scopes.empty())
    return in_scope(index, scopes, count_of(index.omitted().scopes, unit.name));
  const std::size_t omitted = count_of(index.omitted().subordinates, unit.name);
  if (const auto& subordinates = index.subordinates_of(unit.name); !subordinates.empty())
    return std::string("still has ")
           + (subordinates.size() + omitted == 1 ? "subordinate " : "subordinates ")
           + enumerated(subordinates, omitted,
                        [](const store::Unit& subordinate) { return subordinate.name; });
  return "waits for its agent to run its last hooks";
}

std::string application_reason(const Index& index, const store::Application& application) {
  if (application.life == store::Life::Alive)
    return "";
  if (auto obstacle = first_obstacle(index, application); !obstacle.empty())
    return obstacle;
  if (application.unit_count == 0 && application.relation_count == 0)
    return "waits for its record to be removed";
  std::string text = "still has ";
  if (application.unit_count > 0)
    text += config::counted(application.unit_count, "unit");
  if (application.unit_count > 0 && application.relation_count > 0)
    text += " and ";
  if (application.relation_count > 0)
    text += config::counted(application.relation_count, "relation");
  return text;
}

std::string relation_reason(const Index& index, const store::Relation& relation) {
  if (relation.life == store::Life::Alive)
    return "";
  if (auto obstacle = first_obstacle(index, relation); !obstacle.empty())
    return obstacle;
  const Index::Scopes scopes = index.scopes_in(relation.id);
  if (scopes.empty())
    return "waits for its record to be removed";
  return "still in scope: "
         + enumerated(scopes, count_of(index.omitted().members, relation.id),
                      [](const store::Scope& scope) { return scope.unit; });
}

std::string
reason(const store::Contents& contents, store::EntityKind kind, const std::string& name) {
  return reason(Index(contents), kind, name);
}

std::string reason(const Index& index, store::EntityKind kind, const std::string& name) {
  const store::Contents& contents = index.contents();
  if (kind == store::EntityKind::Unit) {
    const auto* unit = find(contents.units, name);
    return unit != nullptr ? unit_reason(index, *unit) : "";
  }
  if (kind == store::EntityKind::Application) {
    const auto* application = find(contents.applications, name);
    return application != nullptr ? application_reason(index, *application) : "";
  }
  const auto id = store::parse_id(name);
  if (!id)
    return "";
  if (kind == store::EntityKind::Machine) {
    const auto* machine = find(contents.machines, *id);
    return machine != nullptr ? machine_reason(index, *machine) : "";
  }
  const auto* relation = find(contents.relations, *id);
  return relation != nullptr ? relation_reason(index, *relation) : "";
}

} // namespace orrery::render
