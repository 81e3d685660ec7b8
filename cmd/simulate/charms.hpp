#pragma once

#include "store/records.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The charms that a simulated operator deploys.
namespace orrery::simulate {

/// A storage of which a unit of `keeper` can have as many as it likes: its hooks add some.
inline constexpr std::string_view spare = "spare";

/// All of them, in their first revision: principals and subordinates, with peers, limits and
/// options; with storage; with all hooks, with some, with none.
[[nodiscard]] const std::vector<store::Charm>& all_charms();
/// Makes a further revision of one of them: each third has the files of the first. Of the others
/// one has a peer and an option more, and one has lost its last endpoint, allows one relation only
/// where there was a limit, and takes a text for a number. Nothing for a name that none has.
[[nodiscard]] std::optional<store::Charm> revision_of(const std::string& name,
                                                      std::uint32_t revision);
/// Names of the hooks that the charm in a directory has; `*`: all. As ListHooks is answered.
[[nodiscard]] std::vector<std::string> hooks_of_charm(const std::string& directory);
/// Whether the charm in a directory has the hook.
[[nodiscard]] bool charm_has_hook(const std::string& directory, const std::string& hook);

} // namespace orrery::simulate
