#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::store {

/// Kinds of entities: all that has a life.
enum class EntityKind : std::uint8_t { Machine, Unit, Application, Relation };
using ForceTarget = EntityKind;

inline constexpr std::array entity_kinds{EntityKind::Machine, EntityKind::Unit,
                                         EntityKind::Application, EntityKind::Relation};

/// Returns `machine`, `unit`, `application` or `relation`.
[[nodiscard]] std::string_view word_of(EntityKind kind);
/// Returns the kind of that word; nothing for any other text.
[[nodiscard]] std::optional<EntityKind> parse_entity_kind(std::string_view word);

/// An entity, there or gone. `id` names a machine or relation, `name` a unit or application; of a
/// relation `name` is the key, where that is told.
struct EntityRef {
  EntityKind kind = EntityKind::Unit;
  std::uint32_t id = 0;
  std::string name{};
  bool operator==(const EntityRef&) const = default;
};

[[nodiscard]] EntityRef machine_ref(std::uint32_t id);
[[nodiscard]] EntityRef unit_ref(std::string_view name);
[[nodiscard]] EntityRef application_ref(std::string_view name);
[[nodiscard]] EntityRef relation_ref(std::uint32_t id);

} // namespace orrery::store
