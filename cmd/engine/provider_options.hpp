#pragma once

#include "actors/providers/process_provider.hpp"
#include "cmd/engine/engine.hpp"

namespace orrery::cmd {

/// What the provider of machines gets from the engine's options.
/// @param keepers and @param trash outlive the provider.
[[nodiscard]] providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                                 hooks::KeeperRegister& keepers,
                                                                 providers::Trash& trash);

} // namespace orrery::cmd
