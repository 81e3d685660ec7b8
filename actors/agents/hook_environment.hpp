#pragma once

#include "actors/entities/model_settings.hpp"
#include "actors/hooks/context.hpp"
#include "actors/providers/provider.hpp"

#include <map>
#include <string>

namespace orrery::agents {

/// The whole environment of a hook. @param token lets its tools in; it dies with the hook.
[[nodiscard]] std::map<std::string, std::string>
hook_environment(const hooks::HookSight& sight,
                 const providers::UnitPlace& place,
                 const entities::ModelSettings& model,
                 const std::string& token);

/// Names a unit's own user for its programs' environment: no list of users knows it.
[[nodiscard]] std::string user_name(std::string unit);

/// The whole environment of a program that is no hook's, in a unit's place or a machine's (CL2):
/// nothing of it is Juju's.
[[nodiscard]] std::map<std::string, std::string> plain_environment(const std::string& home);

/// The whole environment of a user's command on a machine.
[[nodiscard]] std::map<std::string, std::string>
machine_environment(store::MachineId machine, const std::filesystem::path& directory);

} // namespace orrery::agents
