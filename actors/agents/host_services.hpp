#pragma once

#include "actors/workflow/status_line.hpp"

#include <caf/actor.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orrery::agents {

/// Tasks for providers that may block each other; a machine's own tasks stay in order.
inline constexpr std::size_t provider_threads = 4;

/// The host as a model's agents on it share it: the providers that make machines and unit places
/// there, the desk that runs hooks, the units' logs. Filled in before the first agent begins,
/// outlives them; each part is thread-safe.
struct HostServices {
  std::vector<caf::actor> providers; ///< A machine's tasks all go to the same one, in order.
  caf::actor hooks;                  ///< Runs hooks.
  /// Writes a line into a unit's own log; empty: there is none.
  std::function<void(const std::string& unit, const UnitLine& line)> write_unit_log;
  /// A unit is gone for good: its log is kept for a while, its tool socket is not. May name the
  /// same one again after a crash.
  std::function<void(const std::string& unit)> unit_recalled;
  /// Whether the host is watched for what happens to machines only once the model has one.
  bool watches_when_needed = false;
  std::uint64_t boot = 0; ///< UnitSight::boot of all machines: they are on one host.
};

} // namespace orrery::agents
