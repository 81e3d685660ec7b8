#include "cmd/simulate/seeded_scheduler.hpp"

#include <caf/actor_cast.hpp>

#include <algorithm>
#include <cassert>

namespace orrery::simulate {

SeededScheduler::SeededScheduler(caf::actor_system& system, std::uint64_t seed)
  : test_coordinator(system), random_(seed) {}

bool SeededScheduler::step() {
  const auto runnable = std::partition(jobs.begin(), jobs.end(),
                                       [this](caf::resumable* job) { return job != withheld_; });
  const auto count = static_cast<std::uint64_t>(runnable - jobs.begin());
  if (count == 0)
    return false;
  std::swap(jobs.front(), jobs[random_() % count]);
  return try_run_once();
}

void SeededScheduler::preempt() {
  constexpr int deepest = 4;
  if (preempted_ == deepest || random_() % 2 == 0)
    return;
  ++preempted_;
  for (std::uint64_t steps = random_() % 16; steps > 0; --steps)
    step();
  --preempted_;
}

bool SeededScheduler::run_until_quiet() {
  constexpr int most_steps = 10'000'000;
  for (int i = 0; i < most_steps; ++i)
    if (!step())
      return true;
  return false;
}

void SeededScheduler::withhold(const caf::actor& actor) {
  withheld_ = dynamic_cast<caf::resumable*>(caf::actor_cast<caf::abstract_actor*>(actor));
  assert(withheld_ != nullptr);
}

} // namespace orrery::simulate
