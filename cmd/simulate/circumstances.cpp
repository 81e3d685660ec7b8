#include "cmd/simulate/circumstances.hpp"

#include <array>

namespace orrery::simulate {

Circumstances draw_circumstances(Random& random) {
  constexpr std::size_t many = 4096;
  constexpr std::array<std::uint32_t, 8> idle{0, 0, 0, 1, 2, 7, 40, many};
  constexpr std::array<std::size_t, 4> beginning{1, 2, 5, many};
  const auto sometimes = [&random](std::size_t least, std::size_t span) {
    return random.one_in(2) ? least + random.below(span) : std::size_t{0};
  };
  Circumstances drawn;
  drawn.history_kept = 50 + random.below(1000);
  drawn.idle_agents = random.any(idle);
  drawn.most_beginning = random.any(beginning);
  drawn.secrets_used = random.one_in(3) ? 0 : 2 + random.below(8);
  drawn.rates.hook_fails = sometimes(4, 30);
  drawn.rates.hook_hangs = sometimes(20, 80);
  drawn.rates.hook_leaves_programs = sometimes(3, 10);
  drawn.rates.task_fails = sometimes(3, 30);
  drawn.rates.task_is_slow = sometimes(3, 30);
  return drawn;
}

Troubles draw_troubles(Random& random) {
  Troubles drawn;
  drawn.crashes = !random.one_in(3);
  drawn.loses_notes = random.one_in(8);
  drawn.agents_fail = random.one_in(2);
  drawn.agents_are_slow = random.one_in(2);
  drawn.machines_get_lost = random.one_in(2);
  drawn.disk_fails = random.one_in(2);
  drawn.disk_is_slow = random.one_in(2);
  drawn.host_starts_again = random.one_in(2);
  drawn.clock_is_set = random.one_in(3);
  return drawn;
}

} // namespace orrery::simulate
