#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// The keepers (cmd/keeper) that hold what charms leave running, found by their command line in
/// /proc.
namespace orrery::hooks {

struct Keeper {
  pid_t pid = 0;
  std::uint32_t machine = 0;
  std::string unit;           ///< Empty: a command on the machine itself.
  bool hook_running = false;  ///< Its hook has not ended yet.
  bool command = false;       ///< It is no hook but a user's command.
  bool update_status = false; ///< Its hook is that: notes tell of it only once it has failed.
};

/// All keepers of an orchestrator on this data directory, those of an earlier process included.
[[nodiscard]] std::vector<Keeper> find_keepers(const std::filesystem::path& data_directory);
/// The keeper with this process id, if it is one of that orchestrator's.
[[nodiscard]] std::optional<Keeper> keeper_at(pid_t pid,
                                              const std::filesystem::path& data_directory);

/// A keeper whose model lay in this data directory, and does no more.
struct DisplacedKeeper {
  Keeper keeper;
  std::filesystem::path place; ///< Where the model lies now; empty: it was deleted.
};

/// Finds those that name a model of this data directory, and work for another one than lies there
/// now: the directory was moved away or deleted while programs ran, and another has its path. Those
/// of another mount namespace mean another path.
[[nodiscard]] std::vector<DisplacedKeeper>
find_displaced_keepers(const std::filesystem::path& data_directory);
/// All processes below a keeper, the keeper itself not included.
[[nodiscard]] std::vector<pid_t> kept_processes(pid_t keeper);

} // namespace orrery::hooks
