#pragma once

#include "config/settings.hpp"
#include "store/records.hpp"

#include <algorithm>
#include <cstdint>

namespace orrery::agents {

/// Returns the back-off after a failed try (W2): the first delay, doubled with each further one,
/// never more than the longest.
[[nodiscard]] inline store::Milliseconds delay_after(std::uint32_t attempt,
                                                     const config::RetryPolicy& policy) {
  store::Milliseconds delay = policy.first_delay.count();
  const store::Milliseconds longest = policy.longest_delay.count();
  for (std::uint32_t doubled = 1; doubled < attempt && delay < longest; ++doubled)
    delay = delay > longest / 2 ? longest : delay * 2;
  return std::min(delay, longest);
}

/// The policy as the model's configuration has it: one try where failed hooks are not tried again
/// by themselves (automatically-retry-hooks).
[[nodiscard]] inline config::RetryPolicy policy_if(bool retries_hooks, config::RetryPolicy usual) {
  if (!retries_hooks)
    usual.attempts = 1;
  return usual;
}

} // namespace orrery::agents
