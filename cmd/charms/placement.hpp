#pragma once

#include "cmd/session/orchestrator.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// The machines that `--to` names, one per unit: `0`, `new`, `APPLICATION/NUMBER` (that unit's
/// machine), by commas.
/// @returns nothing in place of a machine for a new one. Errors name the part that is wrong.
[[nodiscard]] tl::expected<std::vector<std::optional<store::MachineId>>, std::string>
parse_placement(const std::vector<std::string>& values, const store::Contents& contents);

/// Tells so of what is on disk now: reads those machines and units only, however large the model
/// is.
[[nodiscard]] tl::expected<std::vector<std::optional<store::MachineId>>, std::string>
read_placement(Orchestrator& orchestrator, const std::vector<std::string>& values);

/// One part of it.
[[nodiscard]] tl::expected<std::optional<store::MachineId>, std::string>
place_on(const std::string& target, const store::Contents& contents);

} // namespace orrery::cmd
