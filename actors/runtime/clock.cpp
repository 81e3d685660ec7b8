#include "actors/runtime/clock.hpp"

#include <algorithm>
#include <utility>

namespace orrery::runtime {

WallClock::WallClock()
  : WallClock(
    [] { return std::chrono::nanoseconds{std::chrono::system_clock::now().time_since_epoch()}; },
    [] { return std::chrono::nanoseconds{std::chrono::steady_clock::now().time_since_epoch()}; }) {}

WallClock::WallClock(Read wall, Read steady)
  : wall_(std::move(wall)), steady_(std::move(steady)), ahead_((wall_() - steady_()).count()) {}

store::Milliseconds WallClock::now() const {
  const auto steady = steady_();
  const auto ahead = (wall_() - steady).count();
  auto most = ahead_.load();
  while (ahead > most && !ahead_.compare_exchange_weak(most, ahead)) {
  }
  const auto now = steady + std::chrono::nanoseconds{std::max(ahead, most)};
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

} // namespace orrery::runtime
