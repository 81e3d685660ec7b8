#pragma once

#include "actors/runtime/clock.hpp"

namespace orrery::simulate {

class SeededScheduler;

/// The scheduler's virtual time; goes on where it was when a crash ends one scheduler.
class SimulatedClock final : public runtime::Clock {
public:
  [[nodiscard]] store::Milliseconds now() const override;
  void follow(SeededScheduler* scheduler);
  /// Somebody sets the host's clock. Its time goes on from there.
  void shift(store::Milliseconds by) { before_ += by; }
  /// @pre it follows nobody
  void set(store::Milliseconds now) { before_ = now; }

private:
  store::Milliseconds before_ = 1'000'000; ///< Of earlier schedulers.
  SeededScheduler* scheduler_ = nullptr;
};

} // namespace orrery::simulate
