#pragma once

#include "cmd/views/check/difference.hpp"
#include "cmd/views/check/observed.hpp"

/// The parts of differences(); each compares one source with the records.
namespace orrery::check {

/// Compares what agents have noted as deployed with units and their directories.
void compare_deployments(const Observed& observed, Differences& found);
/// A unit's own notes: its workflow, the hook in hand, its leadership and configuration.
void compare_workflows(const Observed& observed, Differences& found);
/// A unit's notes of its relations and their members.
void compare_relations(const Observed& observed, Differences& found);
/// Keepers and the hooks that run.
void compare_processes(const Observed& observed, Differences& found);
/// The provider's machines and units.
void compare_directories(const Observed& observed, Differences& found);

/// `unit db/0`.
[[nodiscard]] std::string unit_entity(const std::string& unit);
/// Returns what the records say of a unit's place: `alive on machine 3`, `no such unit`.
[[nodiscard]] std::string place_in_records(const store::Contents& contents,
                                           const std::string& unit);
/// Whether the machine is lost, or being made again (M11): status says so.
[[nodiscard]] bool is_down(const store::Machine& machine);
/// Whether status says that nobody acts for the unit now, or its machine is down.
[[nodiscard]] bool is_unattended(const store::Contents& contents, const std::string& unit);

/// Whether nobody acts now for who deployed the unit and has to recall it, and status says so.
[[nodiscard]] bool is_holder_unattended(const Observed& observed, const std::string& unit);

} // namespace orrery::check
