#pragma once

#include "store/records.hpp"

#include <atomic>
#include <chrono>
#include <functional>

namespace orrery::runtime {

/// Time, so that a simulation can have its own.
class Clock {
public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual store::Milliseconds now() const = 0;
};

/// The system's wall clock, as far as it goes forward. Where somebody sets that back, this one goes
/// on from where it was: what is due in a second is due in a second. A restart begins from the
/// system's clock again. Thread-safe.
class WallClock final : public Clock {
public:
  using Read = std::function<std::chrono::nanoseconds()>;

  WallClock();
  /// @param wall time since 1970, which may be set @param steady time since whenever, which may not
  WallClock(Read wall, Read steady);
  [[nodiscard]] store::Milliseconds now() const override;

private:
  Read wall_;
  Read steady_;
  mutable std::atomic<std::chrono::nanoseconds::rep> ahead_; ///< Of the steady one; only grows.
};

} // namespace orrery::runtime
