// The console's words that wait for a time.
#include "cmd/console/checking.hpp"
#include "cmd/console/interpreter.hpp"

#include <algorithm>
#include <thread>

namespace orrery::cmd::console {

bool Interpreter::wait_until(Clock::time_point when) {
  constexpr std::chrono::milliseconds look_up{100}; // at whether anybody still waits
  while (!session_.output->cancelled()) {
    const auto now = Clock::now();
    if (now >= when)
      return true;
    std::this_thread::sleep_for(std::min<Clock::duration>(when - now, look_up));
  }
  return false;
}

int Interpreter::at_time(const Step& step) {
  const auto time = read_duration(step.words[1]);
  if (!time)
    return wrong(step, 1, time.error());
  if (!wait_until(start_ + *time))
    return interrupted();
  return run_block(step.source, step.statement.block);
}

/// Runs a step as many times as the period goes into the span, however long each takes: the
/// commands of a run do not depend on how fast it was.
int Interpreter::every(const Step& step) {
  const auto period = read_duration(step.words[1]);
  if (!period)
    return wrong(step, 1, period.error());
  const auto span = read_duration(step.words[3]);
  if (!span)
    return wrong(step, 3, span.error());
  if (period->count() == 0)
    return wrong(step, 1, "a period must be longer than 0");
  const auto began = Clock::now();
  auto due = std::chrono::milliseconds{0};
  auto waited = true;
  const auto exit = run_each(step, [&] {
    if (due >= *span)
      return false;
    waited = wait_until(began + due);
    due += *period;
    return waited;
  });
  return waited ? exit : interrupted();
}

} // namespace orrery::cmd::console
