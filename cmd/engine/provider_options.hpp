#pragma once

#include "actors/providers/process_provider.hpp"
#include "cmd/engine/engine.hpp"

namespace orrery::cmd {

/// What the provider of machines gets from the engine's options.
/// @param keepers outlives the provider.
[[nodiscard]] providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                                 hooks::KeeperRegister& keepers);

} // namespace orrery::cmd
