#pragma once

#include "actors/agents/process_services.hpp"
#include "actors/providers/address_blocks.hpp"
#include "actors/providers/trash.hpp"
#include "actors/providers/user_pool.hpp"
#include "actors/runtime/activity.hpp"
#include "actors/runtime/clock.hpp"
#include "cmd/backup/desk.hpp"
#include "cmd/engine/disk_reserve.hpp"
#include "cmd/engine/engine.hpp"
#include "cmd/engine/lazy_pool.hpp"
#include "cmd/engine/system_config.hpp"
#include "store/block_cache.hpp"

#include <caf/actor_system.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace orrery::cmd {

/// The parts that an orchestrator's process has once for all its models: its settings, threads and
/// time, the disk's reserve and trash, the blocks of addresses, the bounds that its agents share.
/// Made by the process (Engine), outlives its models (ModelHome). Each part is thread-safe, or is
/// not changed any more once a model begins.
struct ProcessParts {
  ProcessParts(EngineOptions given, store::BlockCache cache)
    : options(std::move(given)), block_cache(std::move(cache)) {}

  EngineOptions options;         ///< With the block of addresses that was taken.
  store::BlockCache block_cache; ///< Of the stores of all models.
  DiskReserve reserve{options.settings.data_directory};
  runtime::WallClock clock;
  /// The activity of actors that serve all models. A model has its own, so that a busy one keeps no
  /// other unsettled.
  runtime::Activity activity;
  SystemConfig config;
  caf::actor_system system{config};
  agents::ProcessServices services{system, clock};
  /// Runs journals of models beside the first one, which wait for the disk alone.
  LazyPool journals{4};
  /// Runs providers and keepers of these models, which may wait for programs to end.
  LazyPool for_blocking{8};
  providers::AddressBlocks blocks;
  std::optional<providers::UserPool> users; ///< Of units; nothing: all are this process's user.
  std::unique_ptr<providers::Trash> trash;  ///< Of the data directory.
  std::unique_ptr<backup::Desk> backups;
  std::uint64_t boot = 0; ///< The number of the host's boot (boot.hpp).
};

} // namespace orrery::cmd
