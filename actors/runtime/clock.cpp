#include "actors/runtime/clock.hpp"

#include <chrono>

namespace orrery::runtime {

store::Milliseconds WallClock::now() const {
  using std::chrono::duration_cast;
  return duration_cast<std::chrono::milliseconds>(
           std::chrono::system_clock::now().time_since_epoch())
    .count();
}

} // namespace orrery::runtime
