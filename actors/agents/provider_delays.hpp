#pragma once

#include "store/records.hpp"

/// Back-off of what a provider could not do, of a machine (M11) or of a unit: the first delay,
/// doubled with each further try, never more than the longest.
namespace orrery::agents {

inline constexpr store::Milliseconds first_provider_delay = 1'000;
inline constexpr store::Milliseconds longest_provider_delay = 300'000;

} // namespace orrery::agents
