#pragma once

#include "store/records.hpp"

namespace orrery::runtime {

/// Time, so that a simulation can have its own.
class Clock {
public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual store::Milliseconds now() const = 0;
};

/// The system's wall clock.
class WallClock final : public Clock {
public:
  [[nodiscard]] store::Milliseconds now() const override;
};

} // namespace orrery::runtime
