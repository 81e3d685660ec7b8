#pragma once

#include "actors/protocol/answer.hpp"
#include "actors/protocol/commands.hpp"

#include <string_view>

namespace orrery::protocol {

/// A command in the words of people and logs: `remove-unit`, `enter scope`.
[[nodiscard]] std::string_view name_of(const Command& command);
/// Returns `done`, `nothing`, `refused` or `contended`.
[[nodiscard]] std::string_view word_of(Verdict verdict);

} // namespace orrery::protocol
