#pragma once

#include "test/bench/players.hpp"
#include "test/support/world.hpp"

#include <string>
#include <vector>

namespace orrery::bench {

/// Whole lives of units: each is added with a machine, enters a scope, is set Dying, leaves, is set
/// Dead and deleted.
class Lives {
public:
  static constexpr int steps = 6; ///< Transactions a life.

  /// @param count lives, dealt to so many applications in turn, lived by so many clients.
  /// @param apart those are the first, and each so many further on.
  Lives(std::uint32_t count,
        std::uint32_t applications,
        std::uint32_t clients,
        std::uint32_t apart = 1);

  /// The model before the first life: the applications, each with its peer relation.
  /// @param units of each that are there already, each with a machine, in the relation's scope.
  [[nodiscard]] static test::World model(std::uint32_t applications, std::uint32_t units = 0);
  /// For play().
  [[nodiscard]] std::optional<protocol::Command> next(std::uint32_t client,
                                                      const protocol::Answer* before);

private:
  struct Life {
    std::uint32_t number = 0;
    int step = steps; ///< Over.
    std::string unit;
  };
  [[nodiscard]] protocol::Command command(const Life& life) const;

  std::uint32_t count_;
  std::uint32_t applications_;
  std::uint32_t apart_;
  std::uint32_t begun_ = 0;
  std::vector<Life> lives_; ///< By client.
};

} // namespace orrery::bench
