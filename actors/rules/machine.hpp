#pragma once

#include "actors/rules/open_tasks.hpp"
#include "store/rare.hpp"

#include <set>
#include <string>

/// The rules of machines (M).
namespace orrery::rules {

/// Knowledge of a machine: its record, and who references it.
struct MachineState {
  store::Machine record;
  std::set<std::string> principals; ///< Units assigned to it, not yet removed.
  bool gone = false;
  store::Rare<store::Force> force{}; ///< The user wants it gone past what holds it (F2).
  store::Rare<OpenTasks> tasks{};    ///< That it is to run.
};

/// A lost machine that is to be made again (M11): its old instance is to be let go of.
[[nodiscard]] bool is_renewed(const store::Machine& machine);
/// One of which its agent has let go: what was deployed on its instance is not noted any more.
[[nodiscard]] bool is_abandoned(const store::Machine& machine);

[[nodiscard]] Decision
decide(const MachineState& machine, const Step& step, const Context& context);
/// Takes in one write of a transaction it took part in, or of recovery. @returns whether observers
/// should know.
bool absorb(MachineState& machine, const Write& write);

} // namespace orrery::rules
