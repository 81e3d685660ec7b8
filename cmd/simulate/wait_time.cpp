#include "cmd/simulate/wait_time.hpp"

#include "actors/workflow/back_off.hpp"

#include <fmt/format.h>

namespace orrery::simulate {

void WaitTime::process_began(const std::map<std::string, store::UnitStatus>& statuses) {
  told_.clear();
  for (const auto& [unit, status] : statuses)
    told_.emplace(unit, status.error);
}

/// A time that an earlier process has told stays where something else in the status changes.
void WaitTime::told(const store::UnitStatus& status, store::Milliseconds now) {
  const store::HookError& error = status.error;
  store::HookError& before = told_[status.unit];
  if (error == before)
    return;
  before = error;
  const store::Milliseconds wait = error.next_at - now;
  const store::Milliseconds own = agents::delay_after(error.attempt, config::RetryPolicy{});
  if (!error.hook.empty() && error.next_at != 0 && wait > own)
    findings_.add(fmt::format("W2: {} of {} is tried again in {} ms, and not in {}, after try {}",
                              error.hook, status.unit, wait, own, error.attempt));
}

void WaitTime::passes(store::Milliseconds longest_timer) {
  if (longest_timer > longest)
    findings_.add(
      fmt::format("W2: somebody waits for {} s, longer than anybody has to", longest_timer / 1000));
}

} // namespace orrery::simulate
