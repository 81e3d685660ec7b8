#pragma once

#include "actors/runtime/clock.hpp"

#include <memory>

namespace orrery::simulate {

class SeededScheduler;

/// The time of a simulated host, and of the process on it. The process has a wall clock like a real
/// one: where the host's is set back, it goes on from where it was until it begins again.
class SimulatedClock final : public runtime::Clock {
public:
  /// The process's time; while none runs, the host's.
  [[nodiscard]] store::Milliseconds now() const override;
  /// The host's time, which may be set.
  [[nodiscard]] store::Milliseconds host() const { return passed() + set_by_; }
  /// The time that has passed since the world began. Nobody can set it.
  [[nodiscard]] store::Milliseconds passed() const;
  /// A process begins upon that virtual time. Null: it has ended.
  void follow(SeededScheduler* scheduler);
  /// Somebody sets the host's clock that much forward, or back if less than 0.
  void set_by(store::Milliseconds by) { set_by_ += by; }
  /// Goes on where another world's clock is.  @pre it follows nobody
  void go_on_from(const SimulatedClock& other);

private:
  store::Milliseconds before_ = 0; ///< What passed under earlier schedulers.
  store::Milliseconds set_by_ = 1'000'000;
  SeededScheduler* scheduler_ = nullptr;
  std::unique_ptr<runtime::WallClock> process_; ///< Null while no process runs.
};

} // namespace orrery::simulate
