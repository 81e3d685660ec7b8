#pragma once

#include "actors/runtime/log.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::test {

/// What the log says meanwhile; all levels are as before afterwards.
class Heard {
public:
  Heard() {
    runtime::copy_log_to([this](std::string_view line) { lines_ += line; });
  }
  ~Heard() {
    runtime::copy_log_to({});
    for (const auto& [component, level] : levels_)
      runtime::set_log_level(component, level);
  }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  /// The lines since the last time.
  std::string take() { return std::exchange(lines_, {}); }

private:
  std::map<std::string, std::string> levels_ = runtime::log_levels();
  std::string lines_;
};

} // namespace orrery::test
