#pragma once

#include "actors/protocol/commands.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace orrery::simulate {

/// Steps that a run can take.
namespace steps {

struct Ask { ///< A user asks for this, and does not wait for the answer.
  protocol::Command command;
  /// Made by it when it was written down: a unit's name, a machine's or relation's number, ids of
  /// storage with commas between.
  std::string made{};
  std::optional<store::MachineId> made_on{}; ///< The machine of that unit.
};
struct Refresh { ///< A user gives an application the next revision of its charm.
  std::string application;
  bool force_units = false; ///< Units in error get it at once.
  bool force = false;       ///< Past the limits of relations.
};
struct Execute { ///< A user runs a command at a unit, or at `machine 3`.
  std::string place;
  bool beside = false; ///< It is parallel.
  std::string group{}; ///< Its execution group, if any.
};
struct Cancel { ///< A user cancels one of the tasks that have not ended, if any.
  std::uint64_t which = 0;
};
struct Handle { ///< So many messages are handled.
  std::uint64_t messages = 0;
};
struct Pass { ///< Time passes, at most that much, and no further than to the next timer.
  store::Milliseconds at_most = 0;
};
struct Rest {          ///< Until all rests; then all that tells of the model must agree.
  bool waking = false; ///< Everybody is woken then, and must have nothing to do.
  bool hours = false;  ///< Some hours pass then, which bring rotations and expiries of secrets.
};
struct Crash { ///< After that many more effects; 0: at once.
  std::uint64_t effects = 0;
};
struct LoseNotes { ///< A crash, and the agents' store is lost.
};
struct FailAgent { ///< As by an exception.
  std::string unit;
  bool deployer = false; ///< Not the unit's own, but that of whoever deploys it.
};
struct SlowAgent {   ///< It gets no turn for a while.
  std::string whose; ///< Of a unit, or of `machine 3`.
  store::Milliseconds milliseconds = 0;
};
struct FailServant { ///< `janitor`, `forcer` or `provisioner`.
  std::string name;
};
struct LoseMachine {
  store::MachineId machine = 0;
};
struct FindMachine { ///< One that was lost is back.
  store::MachineId machine = 0;
};
struct KillPrograms { ///< What the unit has left running ends.
  std::string unit;
  int signal = 0; ///< Of 0: it exits with status 0; of -1: together with its keeper.
};
struct Reboot { ///< A crash; the whole host is started again.
};
struct SetClock { ///< The host's clock is set, back if less than 0.
  store::Milliseconds by = 0;
  bool running = false; ///< While the process runs; otherwise between a crash and its next begin.
};
struct SlowDisk {
  bool model = false; ///< The model's store, not that of the agents' notes.
  store::Milliseconds milliseconds = 0;
};
struct FailDisk {    ///< That call from now on fails once.
  bool sync = false; ///< It is a sync, not a write.
  bool full = false; ///< For want of room.
  std::uint64_t call = 1;
};
struct CutPower { ///< Within that call from now on.
  std::uint64_t call = 1;
  std::uint64_t seed = 0; ///< Of store::power_cuts().
  std::size_t cut = 0;    ///< Which of them.
};

} // namespace steps

using Doing = std::variant<steps::Ask,
                           steps::Refresh,
                           steps::Execute,
                           steps::Cancel,
                           steps::Handle,
                           steps::Pass,
                           steps::Rest,
                           steps::Crash,
                           steps::LoseNotes,
                           steps::FailAgent,
                           steps::SlowAgent,
                           steps::FailServant,
                           steps::LoseMachine,
                           steps::FindMachine,
                           steps::KillPrograms,
                           steps::Reboot,
                           steps::SetClock,
                           steps::SlowDisk,
                           steps::FailDisk,
                           steps::CutPower>;

/// A step of a run. Its number decides, with the run's seed, in which order messages are handled
/// from then on, and what befalls hooks and tasks: so it does the same where others before it are
/// left out.
struct Step {
  std::uint64_t number = 0;
  Doing doing;
};

/// `17 ask remove-unit audit/4`, `18 ask add-unit web => web/3 on 7`.
[[nodiscard]] std::string to_text(const Step& step);
/// @returns what is wrong with a text that to_text() does not give
[[nodiscard]] tl::expected<Step, std::string> step_of(std::string_view text);

} // namespace orrery::simulate
