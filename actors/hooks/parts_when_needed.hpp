#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"

#include <cstddef>
#include <memory>

/// Parts of a model that has run nothing yet: no thread, no process, no descriptor.
namespace orrery::hooks {

/// Makes a runner that begins its thread with the first hook that it is given. A second
/// stop() ends that thread, once its keepers need it no more; whatever comes later ends Cancelled,
/// on the thread of whoever submits it.
[[nodiscard]] std::unique_ptr<HookRunner> runner_when_needed(RunnerOptions options);

/// Makes a server that begins its thread with the first socket.
/// @param kept as of ToolServer::make.
[[nodiscard]] std::unique_ptr<ToolServer> tool_server_when_needed(std::size_t kept);

} // namespace orrery::hooks
