#include "cmd/simulate/clock.hpp"

#include "cmd/simulate/seeded_scheduler.hpp"

#include <chrono>

namespace orrery::simulate {

store::Milliseconds SimulatedClock::now() const {
  if (scheduler_ == nullptr)
    return before_;
  const std::chrono::nanoseconds passed = scheduler_->clock().now().time_since_epoch();
  return before_ + std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
}

void SimulatedClock::follow(SeededScheduler* scheduler) {
  before_ = now();
  scheduler_ = scheduler;
}

} // namespace orrery::simulate
