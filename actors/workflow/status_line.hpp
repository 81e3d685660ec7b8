#pragma once

#include "actors/hooks/unit_log.hpp"

#include <string>

namespace orrery::agents {

using hooks::UnitLine;

/// Says in a unit's log that from now on its status is this. Read by show-status-log
/// (cmd/logs/status_log.cpp).
/// @param type `workload`, or `juju-unit` for its agent.
[[nodiscard]] inline UnitLine
status_line(const std::string& type, const std::string& value, const std::string& message) {
  return {"INFO", "status", type + " " + value + (message.empty() ? "" : " " + message)};
}

} // namespace orrery::agents
