#pragma once

#include "test/bench/players.hpp"
#include "test/support/world.hpp"

#include <random>
#include <string>

namespace orrery::bench {

/// Leaders that set 200 random bytes for their unit and for their application in each of two
/// relations, in one transaction: two scopes and a leadership are looked at, four records written
/// (FlushHook, H6).
class SettingsTraffic {
public:
  static constexpr std::uint32_t leaders = 2'500; ///< So 10,000 records are written.

  /// @param seed draws who is next, and what it sets.
  SettingsTraffic(std::uint64_t seed, std::uint64_t transactions);
  /// Applications of one unit, which leads it, each in the scope of two relations.
  [[nodiscard]] static test::World model();
  /// The next transaction; nothing after the last.
  [[nodiscard]] std::optional<protocol::Command> next();

private:
  [[nodiscard]] std::string value();

  std::mt19937_64 random_;
  std::uint64_t left_;
};

} // namespace orrery::bench
