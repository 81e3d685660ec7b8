#pragma once

#include "store/records.hpp"

#include <cstdint>

namespace orrery::agents {

/// How often an agent has failed again and again: one that keeps failing is shown, not begun for
/// ever (docs/developers/decisions.md 77).
/// Failures that lie far apart do not count together.
class Failures {
public:
  static constexpr std::uint32_t most = 5;
  static constexpr store::Milliseconds far_apart = 600'000;

  /// Counts one more.
  /// @returns whether the agent may begin again
  [[nodiscard]] bool may_begin_again(store::Milliseconds now) {
    count_ = count_ > 0 && now - last_at_ <= far_apart ? count_ + 1 : 1;
    last_at_ = now;
    return count_ <= most;
  }
  void forget() { count_ = 0; }
  /// Counts the failures that lie close together, up to the last one.
  [[nodiscard]] std::uint32_t count() const { return count_; }

private:
  std::uint32_t count_ = 0;
  store::Milliseconds last_at_ = 0;
};

} // namespace orrery::agents
