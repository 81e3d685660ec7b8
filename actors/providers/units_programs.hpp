#pragma once

#include "actors/providers/process_provider.hpp"

namespace orrery::providers {

/// Ends what a unit, or all units of a machine, left running, and removes their control groups.
/// Tells of another user's programs that may not be ended, and does not wait for them.
/// @param unit empty: the whole machine's.
/// @returns which programs live although they were killed, and why.
[[nodiscard]] tl::expected<void, ProviderError> end_units_programs(
  const ProcessProviderOptions& options, store::MachineId machine, const std::string& unit);

} // namespace orrery::providers
