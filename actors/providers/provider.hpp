#pragma once

#include "store/names.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Makes machines. A provider answers start, stop, list; it never decides. All calls block.
namespace orrery::providers {

struct Instance {
  std::string name;     ///< The provider's own: `process-3`.
  std::string address;  ///< Where the machine's programs listen.
  bool damaged = false; ///< It has lost something: look() says what.
};

/// In the provider's own words, for the machine's status (M11).
struct ProviderError {
  std::string text;
};

/// Where a unit's things lie on its machine. Text: whoever runs a hook makes all of these, and
/// needs no path in its parts.
struct UnitPlace {
  std::string directory; ///< MACHINE/units/APPLICATION-NUMBER
  std::string charm;     ///< DIRECTORY/charm: the unit's own copy
  std::string tools;     ///< DIRECTORY/tools: symlinks to the hook-tool program
  std::string socket;    ///< DIRECTORY/agent.socket
  std::string log;       ///< LOGS/unit-APPLICATION-NUMBER.log, outside the machine: outlives it
};

class Provider {
public:
  virtual ~Provider() = default;
  /// Makes the machine, or finds it made already. `identity` (the model's uuid) tells whose it is.
  [[nodiscard]] virtual tl::expected<Instance, ProviderError> start(store::MachineId machine) = 0;
  /// Ends every process of the machine and removes it. No such instance is success.
  [[nodiscard]] virtual tl::expected<void, ProviderError> stop(const std::string& instance) = 0;
  /// Every instance there is, whether or not a machine owns it (M8).
  [[nodiscard]] virtual tl::expected<std::vector<Instance>, ProviderError> list() = 0;
  /// What of the machine is lost (its directory, its programs), as a sentence; empty if nothing is.
  [[nodiscard]] virtual tl::expected<std::string, ProviderError> look(store::MachineId machine) = 0;
  /// From now on tells of machines that something has happened to; what was told before is not told
  /// any more.
  /// @param stirred is called on any thread, and must not block.
  [[nodiscard]] virtual tl::expected<void, ProviderError>
  watch(std::function<void(store::MachineId)> stirred) = 0;
  /// Somebody has seen that something has happened to the machine: passes it on to who watches. Any
  /// thread.
  virtual void stir(store::MachineId machine) = 0;
  /// The machine's own directory, also if it is not there.
  [[nodiscard]] virtual std::filesystem::path directory(store::MachineId machine) const = 0;
  /// Where a unit's things are (or would be); touches nothing.
  [[nodiscard]] virtual UnitPlace place(store::MachineId machine,
                                        const std::string& unit) const = 0;
  /// Where a unit's log is, as in place(), whatever its machine.
  [[nodiscard]] virtual std::string log(const std::string& unit) const = 0;
  /// Makes a unit's directory with a copy of the charm and the tools. Safe to repeat.
  [[nodiscard]] virtual tl::expected<void, ProviderError> deploy_unit(
    store::MachineId machine, const std::string& unit, const std::filesystem::path& charm) = 0;
  /// Ends what the unit left running and removes its directory. Not there is success.
  [[nodiscard]] virtual tl::expected<void, ProviderError> recall_unit(store::MachineId machine,
                                                                      const std::string& unit) = 0;
  /// Units that have a directory on the machine.
  [[nodiscard]] virtual tl::expected<std::vector<std::string>, ProviderError>
  deployed_units(store::MachineId machine) = 0;
};

} // namespace orrery::providers
