#pragma once

#include "actors/hooks/ended_programs.hpp"
#include "store/names.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Makes machines. A provider answers start, stop, list; it never decides. All calls block.
namespace orrery::providers {

struct Instance {
  std::string name;    ///< The provider's own: `process-3`.
  std::string address; ///< Where the machine's programs listen.
  bool lost = false;   ///< Units cannot be on it: programs of theirs, or a part of it, are left.
};

/// In the provider's own words, for the machine's status (M11).
struct ProviderError {
  std::string text;
  bool may_pass = false; ///< Of replace_charm(): ReplacementFault::may_pass.
};

/// A charm that a unit gets.
struct CharmForUnit {
  CharmForUnit(std::filesystem::path kept, std::optional<std::uint32_t> number = {})
    : directory(std::move(kept)), revision(number) {}

  std::filesystem::path directory;       ///< Where it is kept.
  std::optional<std::uint32_t> revision; ///< For the copy's file `revision`; nothing: as kept.
  /// The unit has had a copy, in which it is installed. What is missing of that its agent mends,
  /// with the hooks that must follow (P39).
  bool had_copy = false;
};

/// A storage of a unit, and its place on the unit's machine.
struct StorageForUnit {
  std::string unit;
  std::string storage; ///< `data/0`.
  /// Where it is, or is wished to be when its place is made; empty: its charm wishes no place.
  std::string mount_point;
  bool placed = false;  ///< It had a place before: its data must be there.
  bool destroy = false; ///< Its data goes when its place is left.
  /// A file system that has its data is at least that large (ST35); 0: nothing is said.
  std::uint64_t size_mib = 0;
  bool only_look = false; ///< Nothing is made: it is refused if its data is gone.
};

/// Where a unit's things lie on its machine. Text: whoever runs a hook makes all of these, and
/// needs no path in its parts.
struct UnitPlace {
  std::string directory;  ///< MACHINE/units/APPLICATION-NUMBER
  std::string charm;      ///< DIRECTORY/charm: the unit's own copy
  std::string tools;      ///< DIRECTORY/tools: symlinks to the hook-tool program
  std::string socket;     ///< DIRECTORY/agent.socket
  std::string log;        ///< LOGS/unit-APPLICATION-NUMBER.log, outside the machine: outlives it
  std::uint32_t user = 0; ///< Whom its hooks run as; 0: the orchestrator's own user.
};

/// Is told of what happens by itself. Called on any thread; must not block.
struct Watcher {
  std::function<void(store::MachineId)> machine_stirred; ///< Something has happened to a machine.
  /// A program that the unit had left running has ended; see ended_programs().
  std::function<void(const std::string& unit)> program_ended;
};

class Provider {
public:
  virtual ~Provider() = default;
  /// Makes the machine, or finds it made already. `identity` (the model's uuid) tells whose it is.
  [[nodiscard]] virtual tl::expected<Instance, ProviderError> start(store::MachineId machine) = 0;
  /// Ends every process of the machine and removes it. No such instance is success.
  /// @param keep_data its directory stays, with those of its units.
  [[nodiscard]] virtual tl::expected<void, ProviderError> stop(const std::string& instance,
                                                               bool keep_data) = 0;
  /// Every instance there is, whether or not a machine owns it (M8).
  [[nodiscard]] virtual tl::expected<std::vector<Instance>, ProviderError> list() = 0;
  /// Says what of the machine is lost, as a sentence; empty if nothing is. Programs that have ended
  /// are no loss.
  [[nodiscard]] virtual tl::expected<std::string, ProviderError> look(store::MachineId machine) = 0;
  /// Somebody has met that something of the machine is missing: whoever watches is told of it.
  /// Thread-safe, does not block. A provider that sees all by itself needs none.
  virtual void doubt(store::MachineId) const {}
  /// From now on tells of machines that something has happened to, and of all units whose programs
  /// have ended; who was told before is not told any more.
  [[nodiscard]] virtual tl::expected<void, ProviderError> watch(Watcher watcher) = 0;
  /// The machine's own directory, also if it is not there.
  [[nodiscard]] virtual std::filesystem::path directory(store::MachineId machine) const = 0;
  /// Where a unit's things are (or would be); touches nothing.
  [[nodiscard]] virtual UnitPlace place(store::MachineId machine,
                                        const std::string& unit) const = 0;
  /// Where a unit's log is, as in place(), whatever its machine.
  [[nodiscard]] virtual std::string log(const std::string& unit) const = 0;
  /// Makes a unit's directory with a copy of the charm and the tools. Safe to repeat.
  [[nodiscard]] virtual tl::expected<void, ProviderError>
  deploy_unit(store::MachineId machine, const std::string& unit, const CharmForUnit& charm) = 0;
  /// Puts the charm's files in the place of those of the unit's copy: whoever looks sees the old
  /// ones or the new ones. What neither charm holds stays (P27). Safe to repeat.
  [[nodiscard]] virtual tl::expected<void, ProviderError>
  replace_charm(store::MachineId machine, const std::string& unit, const CharmForUnit& charm) = 0;
  /// Ends what the unit left running and removes its directory. Not there is success.
  [[nodiscard]] virtual tl::expected<void, ProviderError> recall_unit(store::MachineId machine,
                                                                      const std::string& unit) = 0;
  /// How what the unit had left running has ended, as far as nobody has forgotten it.
  [[nodiscard]] virtual std::vector<hooks::EndedProgram>
  ended_programs(const std::string& unit) const = 0;
  /// Forgets these; whoever watches is told of the unit again where there are others meanwhile.
  virtual void forget_ended(const std::string& unit, const std::vector<std::string>& notes) = 0;
  /// Ends every process of the machine; each unit there is then told of it as of programs that have
  /// ended (ProgramEnd::How::Rebooted). Safe to repeat.
  [[nodiscard]] virtual tl::expected<void, ProviderError> reboot(store::MachineId machine) = 0;
  /// Makes the storage's place on the machine, or finds it made already; what is in it stays.
  /// @returns its mount point (ST33)
  [[nodiscard]] virtual tl::expected<std::string, ProviderError>
  provide_storage(store::MachineId machine, const StorageForUnit& storage) = 0;
  /// The unit leaves the storage, whose data stays for another unit, or goes. Not there is success.
  [[nodiscard]] virtual tl::expected<void, ProviderError>
  leave_storage(store::MachineId machine, const StorageForUnit& storage) = 0;
  /// Units that have a directory on the machine.
  [[nodiscard]] virtual tl::expected<std::vector<std::string>, ProviderError>
  deployed_units(store::MachineId machine) = 0;
};

} // namespace orrery::providers
