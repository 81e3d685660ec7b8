#pragma once

#include "cmd/views/explain/secret.hpp"

namespace orrery::explain {

/// Hooks of a secret whose time will come, in the order of their times.
[[nodiscard]] std::vector<std::string> hooks_to_come(const store::Contents& contents,
                                                     const store::Secret& secret,
                                                     const SecretPlace& place);
/// Hooks of a secret that somebody is asked for, and why they have not run.
[[nodiscard]] std::vector<std::string> hooks_not_run(const store::Contents& contents,
                                                     const store::Secret& secret,
                                                     const SecretPlace& place);

} // namespace orrery::explain
