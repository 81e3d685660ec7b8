#include "cmd/session/local_time.hpp"

#include <ctime>

namespace orrery::cmd {

store::Milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
           std::chrono::system_clock::now().time_since_epoch())
    .count();
}

render::TimeFormat time_format(bool utc) {
  // Many times lie close together, and the system takes a lock for each: zones change on whole
  // minutes only.
  return {utc, [minute = std::time_t{-1},
                ahead = std::chrono::seconds{0}](store::Milliseconds time) mutable {
            const auto seconds = static_cast<std::time_t>(time / 1000);
            if (seconds / 60 == minute)
              return ahead;
            std::tm local{};
            ahead = std::chrono::seconds{
              ::localtime_r(&seconds, &local) != nullptr ? local.tm_gmtoff : 0};
            minute = seconds / 60;
            return ahead;
          }};
}

} // namespace orrery::cmd
