#pragma once

#include "store/entity_ref.hpp"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery::cmd {

/// A status that something once had.
struct StatusStep {
  std::string time; ///< `2026-11-21 05:33:12Z`.
  std::string type; ///< `juju-unit`, `workload`, `machine`, `application`.
  std::string status;
  std::string message;
};

/// Asks for a status: whose, and which.
struct StatusQuestion {
  store::EntityKind kind = store::EntityKind::Unit; ///< No relation: these have no status.
  std::string name;                                 ///< `db/0`, `3`, `db`.
  std::string model; ///< UUID of its model; not used for a unit, whose log is the model's own.
  std::vector<std::string> types; ///< Of a unit: which; empty: both.
  std::string from;               ///< The first time wanted, as in logs; empty: any.
  std::size_t most = 20;          ///< Steps, the last ones; 0: all that there are.
};

/// The steps that the logs still tell of, in their order; what says the same again is left out. A
/// unit's are in its own log, others' in the orchestrator's (actors/workflow/status_line.hpp).
/// @param logs the directory in which that log lies.
[[nodiscard]] std::deque<StatusStep> read_status_log(const std::filesystem::path& logs,
                                                     const StatusQuestion& question);

} // namespace orrery::cmd
