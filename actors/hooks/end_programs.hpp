#pragma once

#include "actors/hooks/keepers.hpp"
#include "actors/hooks/survivors.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Ends what charms have started.
namespace orrery::hooks {

/// How long killed programs, and then their keepers, may take to end.
inline constexpr std::chrono::seconds keeper_patience{15};

/// Ends what keepers of a machine hold (SIGTERM, then SIGKILL after `grace`), and the keepers, and
/// all that is in the groups. Blocks until all are gone, for `patience` beyond the grace at most;
/// not at all for another user's programs which may not be ended. A keeper that holds nothing by
/// then is killed.
/// @param unit only that unit's keepers; empty: the whole machine's.
/// @param groups control groups, by their directories, of that unit or machine.
Survivors end_processes(const std::filesystem::path& data_directory,
                        std::uint32_t machine,
                        const std::string& unit,
                        std::chrono::milliseconds grace,
                        const std::vector<std::string>& groups = {},
                        std::chrono::milliseconds patience = keeper_patience);
/// Ends what displaced keepers of the data directory hold whose model was deleted, as above: nobody
/// serves that one any more. Those whose model lies elsewhere are left alone.
/// @returns all that were found, and those that are there still
std::pair<std::vector<DisplacedKeeper>, std::vector<DisplacedKeeper>>
end_programs_of_deleted(const std::filesystem::path& data_directory,
                        std::chrono::milliseconds grace);
/// Waits until keepers of an earlier orchestrator whose hook had not ended have killed it; kills
/// them after `grace`.
void end_orphaned_hooks(const std::filesystem::path& data_directory,
                        std::chrono::milliseconds grace);

} // namespace orrery::hooks
