#pragma once

#include "actors/protocol/commands.hpp"
#include "test/support/world.hpp"

#include <string>
#include <vector>

namespace orrery::bench {

/// Whole lives of units: each is added with a machine, enters a scope, is set Dying, leaves, is set
/// Dead and deleted.
class Lives {
public:
  static constexpr int steps = 6; ///< Transactions a life.

  /// @param count lives, dealt to so many applications in turn.
  Lives(std::uint32_t count, std::uint32_t applications);

  /// The model before the first life: the applications, each with its peer relation.
  [[nodiscard]] static test::World model(std::uint32_t applications);
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(lives_.size()); }
  /// What a life asks next. @pre it is not over.
  [[nodiscard]] protocol::Command next(std::uint32_t life) const;
  /// Its command is done. @returns whether the life is over.
  bool advance(std::uint32_t life, const std::string& created);

private:
  struct Life {
    int step = 0;
    std::string unit;
  };
  std::uint32_t applications_;
  std::vector<Life> lives_;
};

} // namespace orrery::bench
