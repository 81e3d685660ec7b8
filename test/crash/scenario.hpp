#pragma once

#include "test/crash/step.hpp"

#include <vector>

namespace orrery::test {

/// Some hundred steps, which make more than 500 commits: every verb that changes something,
/// subordinates, peers, lost machines, broken hooks, force. In the end nothing is left.
[[nodiscard]] std::vector<Step> scenario();

/// Some hundred steps of what an operator changes in a model that runs: operations and their tasks,
/// cancelled, failed and forgotten ones too, refreshes, the model's configuration, reboots,
/// storage.
[[nodiscard]] std::vector<Step> scenario_of_changes();

/// Adds some twenty steps of storage to a model with machines 0 and 1, and removes what it has
/// made: instances that are added, move, are handed on when their machine or their unit has gone,
/// and are destroyed.
void keep_data(std::vector<Step>& steps);

/// Adds some thirty steps of secrets to a model with machines 0 and 1, and removes what it has
/// made: secrets of an application, a unit and the user, granted, read, changed, due, revoked, and
/// gone with their relation and their owner.
void keep_secrets(std::vector<Step>& steps);

/// Some twenty steps, with a restart and settings so large that RocksDB makes tables. In the end
/// nothing is left.
[[nodiscard]] std::vector<Step> short_scenario();

} // namespace orrery::test
