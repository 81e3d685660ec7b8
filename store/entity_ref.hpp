#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace orrery::store {

/// What has a life.
enum class EntityKind : std::uint8_t { Machine, Unit, Application, Relation };
using ForceTarget = EntityKind;

inline constexpr std::array entity_kinds{EntityKind::Machine, EntityKind::Unit,
                                         EntityKind::Application, EntityKind::Relation};

/// Returns `machine`, `unit`, `application` or `relation`.
[[nodiscard]] std::string_view word_of(EntityKind kind);
/// Returns the kind of that word; nothing for any other text.
[[nodiscard]] std::optional<EntityKind> parse_entity_kind(std::string_view word);

} // namespace orrery::store
