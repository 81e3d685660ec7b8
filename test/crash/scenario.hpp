#pragma once

#include "test/crash/step.hpp"

#include <vector>

namespace orrery::test {

/// Some hundred steps, which make more than 500 commits: every verb that changes something,
/// subordinates, peers, lost machines, broken hooks, force. In the end nothing is left.
[[nodiscard]] std::vector<Step> scenario();

/// Some seventy steps of what an operator changes in a model that runs: operations and their tasks,
/// cancelled, failed and forgotten ones too, refreshes, the model's configuration, reboots.
[[nodiscard]] std::vector<Step> scenario_of_changes();

/// Some twenty steps, with a restart and settings so large that RocksDB makes tables. In the end
/// nothing is left.
[[nodiscard]] std::vector<Step> short_scenario();

} // namespace orrery::test
