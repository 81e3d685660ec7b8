#pragma once

#include <cstdint>

namespace orrery::runtime {

/// Takes note of what is still to happen, in parts, for those who wait until nothing is. Whoever
/// causes something adds before its own part is taken away. For any thread.
class UnderWay {
public:
  UnderWay() = default;
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;
  virtual ~UnderWay() = default;

  virtual void add(std::int64_t parts = 1) = 0;
  /// @pre so many have been added, and not been removed.
  virtual void remove(std::int64_t parts = 1) = 0;
};

} // namespace orrery::runtime
