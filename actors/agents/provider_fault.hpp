#pragma once

#include <caf/error.hpp>

#include <optional>
#include <string>

namespace orrery::agents {

/// Why an agent ends that its provider keeps from beginning: no mistake of the agent's, so its
/// deployer begins it again later, with growing delay.
[[nodiscard]] caf::error fault_of_provider(const std::string& why);
/// @returns the provider's words, if that is why an agent has ended
[[nodiscard]] std::optional<std::string> fault_of_provider(const caf::error& reason);

} // namespace orrery::agents
