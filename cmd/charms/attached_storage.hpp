#pragma once

#include "cmd/charms/storage_directives.hpp"
#include "cmd/session/session.hpp"
#include "config/charm.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

/// Storage that a new unit begins with, `--attach-storage data/0,logs/1` (ST14).
namespace orrery::cmd {

/// Takes what the flag was given apart, at commas. Errors: a word that is no storage's id.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string>
read_attached(const std::vector<std::string>& texts);
/// Looks before an application is made for it whether its unit can have these.
/// @returns why not, as an error; empty if it can; nothing, and an ERROR printed, if the model
/// cannot be read
[[nodiscard]] std::optional<std::string> attached_trouble(Session& session,
                                                          const std::vector<std::string>& ids,
                                                          const config::CharmDeclaration& charm);
/// Says why a new unit may not begin with as many of them, or with one twice; empty if it may.
[[nodiscard]] std::string range_trouble(const std::vector<std::string>& ids,
                                        const store::Charm& charm,
                                        const StorageDirectives& directives);

} // namespace orrery::cmd
