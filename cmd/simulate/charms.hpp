#pragma once

#include "store/records.hpp"

#include <string>
#include <vector>

/// The charms that a simulated operator deploys.
namespace orrery::simulate {

/// All of them: principals and subordinates, with peers, limits and options; with all hooks, with
/// some, with none.
[[nodiscard]] const std::vector<store::Charm>& all_charms();
/// Names of the hooks that the charm in a directory has; `*`: all. As ListHooks is answered.
[[nodiscard]] std::vector<std::string> hooks_of_charm(const std::string& directory);
/// Whether the charm at an url has the hook.
[[nodiscard]] bool charm_has_hook(const std::string& url, const std::string& hook);

} // namespace orrery::simulate
