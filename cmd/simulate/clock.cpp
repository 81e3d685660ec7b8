#include "cmd/simulate/clock.hpp"

#include "cmd/simulate/seeded_scheduler.hpp"

#include <chrono>

namespace orrery::simulate {

store::Milliseconds SimulatedClock::now() const {
  return process_ ? process_->now() : host();
}

store::Milliseconds SimulatedClock::passed() const {
  if (scheduler_ == nullptr)
    return before_;
  const std::chrono::nanoseconds passed = scheduler_->clock().now().time_since_epoch();
  return before_ + std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
}

void SimulatedClock::follow(SeededScheduler* scheduler) {
  process_.reset();
  before_ = passed();
  scheduler_ = scheduler;
  if (scheduler_ == nullptr)
    return;
  process_ = std::make_unique<runtime::WallClock>(
    [this] { return std::chrono::nanoseconds{std::chrono::milliseconds{host()}}; },
    [this] { return std::chrono::nanoseconds{std::chrono::milliseconds{passed()}}; });
}

void SimulatedClock::go_on_from(const SimulatedClock& other) {
  before_ = other.passed();
  set_by_ = other.set_by_;
}

} // namespace orrery::simulate
