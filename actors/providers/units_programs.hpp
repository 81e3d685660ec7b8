#pragma once

#include "actors/providers/process_provider.hpp"

namespace orrery::providers {

/// Ends what a unit, or all units of a machine, left running, and removes their control groups.
/// What is another user's and may not be ended is told, and not waited for.
/// @param unit empty: the whole machine's.
/// @returns which programs live although they were killed, and why.
[[nodiscard]] tl::expected<void, ProviderError> end_units_programs(
  const ProcessProviderOptions& options, store::MachineId machine, const std::string& unit);

} // namespace orrery::providers
