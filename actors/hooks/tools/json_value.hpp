#pragma once

#include "actors/hooks/tools/value.hpp"

#include <optional>
#include <string_view>

namespace orrery::hooks {

/// Returns what a JSON text says, maps sorted by key; numbers keep their type (A29).
///
/// @returns nothing if it is no JSON, or nested more than a hundred levels deep.
[[nodiscard]] std::optional<Value> value_of_json(std::string_view text);

} // namespace orrery::hooks
