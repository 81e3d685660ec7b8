#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/providers/address_blocks.hpp"
#include "actors/providers/process_provider.hpp"
#include "cmd/engine/engine.hpp"
#include "cmd/engine/group_places.hpp"
#include "store/contents.hpp"

#include <map>
#include <string>

namespace orrery::cmd {

/// Returns what the provider of machines gets from the engine's options.
/// Whom it warns is still to be set. @param model the model's directory.
/// @param keepers, @param blocks and @param trash outlive the provider.
[[nodiscard]] providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                                 const std::filesystem::path& model,
                                                                 const GroupPlaces& groups,
                                                                 hooks::KeeperRegister& keepers,
                                                                 providers::AddressBlocks& blocks,
                                                                 providers::Trash& trash);

/// Returns units by the storages that have been provided for them.
[[nodiscard]] std::map<std::string, std::string> storage_units(const store::Contents& contents);

/// Takes what the runner of hooks needs from the options; whom it warns is still to be set.
/// @param model the model's directory. @param keepers outlives the runner.
[[nodiscard]] hooks::RunnerOptions runner_options(const EngineOptions& options,
                                                  const std::filesystem::path& model,
                                                  const GroupPlaces& groups,
                                                  hooks::KeeperRegister& keepers);

} // namespace orrery::cmd
