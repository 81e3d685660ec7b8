#include "cmd/local_time.hpp"

#include <ctime>

namespace orrery::cmd {

store::Milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
           std::chrono::system_clock::now().time_since_epoch())
    .count();
}

render::TimeFormat time_format(bool utc) {
  return {utc, [](store::Milliseconds time) {
            const auto seconds = static_cast<std::time_t>(time / 1000);
            std::tm local{};
            return std::chrono::seconds{::localtime_r(&seconds, &local) != nullptr ? local.tm_gmtoff
                                                                                   : 0};
          }};
}

} // namespace orrery::cmd
