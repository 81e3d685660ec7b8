#pragma once

#include "actors/hooks/context.hpp"
#include "actors/hooks/ended_programs.hpp"
#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/hooks/unit_log.hpp"
#include "actors/providers/provider.hpp"
#include "config/orrery_file.hpp"
#include "store/records.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Messages of agents to those that touch the world: the providers of machines and the runner of
/// hooks.
namespace orrery::protocol {

/// Makes the machine, or finds it made already.
struct StartMachine {
  store::MachineId machine = 0;
};
/// Ends every process of the machine and removes it.
struct StopMachine {
  store::MachineId machine = 0;
  std::string instance;
  bool keep_data = false; ///< Its directory stays.
};
/// Every instance there is.
struct ListInstances {};
/// Asks what of the machine is lost, if anything.
struct LookAtMachine {
  store::MachineId machine = 0;
};
/// Makes a unit's directory with its own copy of the charm.
struct DeployUnit {
  store::MachineId machine = 0;
  std::string unit;
  std::filesystem::path charm;
  std::optional<std::uint32_t> revision{}; ///< Of the charm.
  bool had_copy = false; ///< The unit is installed: what is missing of its copy ListHooks tells.
};
/// Puts another charm's files in the place of those of the unit's copy (P27). Answered as ListHooks
/// is.
struct ReplaceCharm {
  store::MachineId machine = 0;
  std::string unit;
  std::filesystem::path charm;
  std::optional<std::uint32_t> revision{}; ///< Of the charm.
};
/// Ends what the unit left running and removes its directory.
struct RecallUnit {
  store::MachineId machine = 0;
  std::string unit;
};
/// Which hooks the unit's copy of the charm has, and what of its programs has ended.
struct ListHooks {
  store::MachineId machine = 0;
  std::string unit;
};
/// Asks how the unit's programs have ended.
struct LookAtPrograms {
  store::MachineId machine = 0;
  std::string unit;
};
/// These ends are noted by the unit's agent.
struct ForgetEnds {
  store::MachineId machine = 0;
  std::string unit;
  std::vector<std::string> notes; ///< EndedProgram::note.
};

/// Ends all programs of the machine, and has its units told that their starts are to run again.
struct RebootMachine {
  store::MachineId machine = 0;
};

/// Makes a storage's place on a unit's machine.
struct ProvideStorage {
  store::MachineId machine = 0;
  providers::StorageForUnit storage;
};
/// The unit leaves the storage's place.
struct LeaveStorage {
  store::MachineId machine = 0;
  providers::StorageForUnit storage;
};

using ProviderTask = std::variant<StartMachine,
                                  StopMachine,
                                  ListInstances,
                                  LookAtMachine,
                                  DeployUnit,
                                  ReplaceCharm,
                                  RecallUnit,
                                  ListHooks,
                                  LookAtPrograms,
                                  ForgetEnds,
                                  RebootMachine,
                                  ProvideStorage,
                                  LeaveStorage>;

/// To a provider's actor; answered by ProviderDone with the same ticket.
struct AskProvider {
  std::uint64_t ticket = 0;
  ProviderTask task;
};
struct ProviderDone {
  std::uint64_t ticket = 0;
  bool ok = true;
  std::string error;     ///< In the provider's own words.
  bool may_pass = false; ///< Of ReplaceCharm: nothing was touched, and another try may do it (P30).
  std::string instance;  ///< Of StartMachine.
  std::string address;   ///< Of StartMachine.
  std::vector<std::string>
    names; ///< Of ListInstances: instances; of ListHooks, ReplaceCharm: hook names, `*` for a
           ///< dispatch program.
  /// Machines of ListInstances whose directory is lost while programs of their units are left.
  std::vector<std::string> remains;
  std::string mount_point; ///< Of ProvideStorage.
  std::string lost;        ///< Of LookAtMachine: a sentence; empty if nothing is lost.
  std::vector<hooks::EndedProgram> ended; ///< Of ListHooks, ReplaceCharm and LookAtPrograms.
  /// Tells what the charm asks for, where ListHooks or ReplaceCharm is answered.
  config::RestartUnits restart_units = config::RestartUnits::OnFailure;
  /// Says of ListHooks why the unit's copy is no charm any more; empty if it is one (P39).
  std::string damage;
};

/// To a provider's actor: the sender wants to be told of machines that change by themselves.
struct WatchMachines {};
/// Something has happened to a machine: look at it. A hint, told without being asked for.
struct MachineStirred {
  store::MachineId machine = 0;
};
/// A program that the unit had left running has ended: likewise.
struct LeftProgramEnded {
  std::string unit;
};
/// To a unit's agent: the same.
struct LookAtEnds {};

/// To a unit's agent: the time of its hook update-status has come (US1), unless the wheel that
/// keeps these times (agents::UpdateStatus) says otherwise by then.
struct UpdateStatusDue {};
/// To the timer of that wheel: look which times have come. By itself with the time that was waited
/// for; by others, where an earlier one has come into the wheel, with 0.
struct TurnWheel {
  store::Milliseconds at = 0;
};
/// To the keeper of secrets' times: that of some has come.
struct SecretsDue {};
/// To the janitor: the time has come when operations are old enough to go (A63).
struct OperationsDue {};

/// A lock of a machine (A11). At most one hook or task at a time has it.
struct MachineTurn {
  enum class Of : std::uint8_t {
    Hooks,    ///< Of its units, and of the actions and commands there that are not parallel.
    Commands, ///< Of commands on the machine itself that are not parallel (A60).
    Group,    ///< Of all tasks of an execution group.
  };
  store::MachineId machine = 0;
  Of of = Of::Hooks;
  std::string group{}; ///< Of Group.
  auto operator<=>(const MachineTurn&) const = default;
};

/// An agent asks for one of the places in which hooks run, is given it, and gives it back, or says
/// so that it does not want it any more. It wants one at a time.
struct WantSlot {
  std::optional<MachineTurn> turn{}; ///< That must be free, too; nothing: none.
  std::uint64_t ticket = 0;          ///< Says which wish a grant is for.
  /// The asker's model (UUID): machines of two models may have the same number, and models share
  /// places. Set by the agent that sends it.
  std::string model{};
};
struct SlotGranted {
  std::uint64_t ticket = 0; ///< WantSlot::ticket.
};
struct FreeSlot {};

/// To the hooks' actor: run one hook of a unit, or a task in its place (HookSight::action);
/// answered by HookEnded with the same ticket.
struct RunHook {
  std::uint64_t ticket = 0;
  hooks::HookSight sight;
  std::optional<hooks::UnitLine> opening{}; ///< For the unit's log, before all of the hook's own.
};
/// To the hooks' actor: run a command on a machine; answered by HookEnded with the task as ticket.
struct RunOnMachine {
  store::MachineId machine = 0;
  hooks::ActionSight action;
  std::optional<MachineTurn> turn{}; ///< That it waits for.
};
/// To the hooks' actor: end what the task has started, if it runs.
struct EndTask {
  store::TaskId task = 0;
};
/// To who ordered a hook, before its end: it has not been over at once.
struct HookGoesOn {
  std::string debugger{}; ///< Whose debug session it runs in; empty: in none (D4).
};
struct HookEnded {
  std::uint64_t ticket = 0;
  hooks::HookEnd end;
  hooks::HookState state; ///< What it buffered, to be flushed if it succeeded.
};

/// To an agent: look again, the time it waited for has come. Older generations mean nothing.
struct Wake {
  std::uint64_t generation = 0;
};

/// To a provisioner: look at the provider's instances again (M8).
struct LookAgain {};

/// To the hooks' actor, by itself: some may have been at it for long.
struct LookAtHooks {};

/// To a hook's actor: a tool of its hook calls; answered through the tool server.
struct ToolCalled {
  hooks::ToolCall call;
  hooks::ToolServer::Answer answer;
};
/// To a hook's actor: its program has ended.
struct ProgramEnded {
  hooks::HookEnd end;
};

} // namespace orrery::protocol
