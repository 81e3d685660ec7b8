#pragma once

#include "actors/protocol/commands.hpp"

#include <string_view>

namespace orrery::protocol {

/// A command in the words of people and logs: `remove-unit`, `enter scope`.
[[nodiscard]] std::string_view name_of(const Command& command);

} // namespace orrery::protocol
