#pragma once

#include "actors/rules/history.hpp"
#include "cmd/simulate/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace orrery::agents {
struct ModelServices;
}
namespace orrery::entities {
struct Services;
}
namespace orrery::store {
class SimulatedDisk;
}

namespace orrery::simulate {

class Spectator;
class World;

struct WorldOptions {
  std::uint64_t seed = 1;
  std::uint64_t history_kept = rules::history_kept; ///< In transactions (C3).
  Findings::Listener listener;                      ///< Of what is found wrong.
  store::SimulatedDisk* disk =
    nullptr; ///< Not owned; null: one of its own. A crash changes only its own.
  /// With the machines, hooks and time that this one left when its process ended. Read by the
  /// constructor only.
  const World* before = nullptr;
  std::uint32_t idle_agents = 4096;  ///< So many stay although they have nothing to do.
  std::size_t most_beginning = 1024; ///< So many agents of units begin at once.
  bool update_status = false;        ///< That hook comes when its time has come (US1), for ever.
  bool shared_host = false; ///< Hooks wait for places, and several provider threads share the work,
                            ///< as in `orrery serve`.
  /// Puts something between agents and the model, in each process anew. It returns how that is
  /// ended with the process, and outlives all actors. Empty: there is nothing.
  std::function<std::function<void()>(agents::ModelServices&, entities::Services&)> between{};
  Spectator* spectator = nullptr; ///< Not owned. With one, handing over to the journal is no longer
                                  ///< atomic: see JournalTap.
  /// The world of the first model, in whose process this is a further one; null: it is the first of
  /// its own. What holds for the process is taken from there. Outlives this one.
  World* first = nullptr;
};

} // namespace orrery::simulate
