#pragma once

#include "actors/protocol/commands.hpp"

#include <optional>
#include <string>

namespace orrery::simulate {

/// The command to which told() gives these words; nothing where there is none. Of those that an
/// operator may ask for, with the charms of charms.hpp.
[[nodiscard]] std::optional<protocol::Command> command_of(const std::string& text);

} // namespace orrery::simulate
