#pragma once

#include "cmd/simulate/random.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery::simulate {

/// How often what goes wrong, once in so many times; 0: never. Each seed leaves some out.
struct Rates {
  std::size_t hook_fails = 0;
  std::size_t hook_hangs = 0;
  std::size_t hook_leaves_programs = 0;
  std::size_t task_fails = 0; ///< A provider's.
  std::size_t task_is_slow = 0;
};

/// The settings and rates of a run, fixed from its beginning.
struct Circumstances {
  std::uint64_t history_kept = 0; ///< In transactions (C3).
  std::uint32_t idle_agents = 0;  ///< So many stay although they have nothing to do.
  std::size_t most_beginning = 1; ///< So many agents of units begin at once.
  std::size_t secrets_used = 0;   ///< One hook in so many does something with secrets; 0: none.
  Rates rates;
};

/// In most runs few agents stay that have nothing to do, and few begin at once.
[[nodiscard]] Circumstances draw_circumstances(Random& random);

/// Which kinds of trouble there are at all: each seed leaves some out, so that the rest goes
/// further.
struct Troubles {
  bool crashes = false;
  bool loses_notes = false;
  bool agents_fail = false;
  bool agents_are_slow = false;
  bool machines_get_lost = false;
  bool disk_fails = false;
  bool disk_is_slow = false;
  bool host_starts_again = false;
  bool clock_is_set = false;
};

[[nodiscard]] Troubles draw_troubles(Random& random);

} // namespace orrery::simulate
