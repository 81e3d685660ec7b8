#include "store/entity_ref.hpp"

#include <algorithm>

namespace orrery::store {

std::string_view word_of(EntityKind kind) {
  switch (kind) {
  case EntityKind::Machine:
    return "machine";
  case EntityKind::Unit:
    return "unit";
  case EntityKind::Application:
    return "application";
  case EntityKind::Relation:
    return "relation";
  }
  return "entity";
}

std::optional<EntityKind> parse_entity_kind(std::string_view word) {
  const auto* const kind =
    std::ranges::find_if(entity_kinds, [&](EntityKind each) { return word_of(each) == word; });
  return kind == entity_kinds.end() ? std::nullopt : std::optional(*kind);
}

EntityRef machine_ref(std::uint32_t id) {
  return {EntityKind::Machine, id, {}};
}
EntityRef unit_ref(std::string_view name) {
  return {EntityKind::Unit, 0, std::string(name)};
}
EntityRef application_ref(std::string_view name) {
  return {EntityKind::Application, 0, std::string(name)};
}
EntityRef relation_ref(std::uint32_t id) {
  return {EntityKind::Relation, id, {}};
}

} // namespace orrery::store
