#pragma once

#include "cmd/session/session.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Finds the secret that a user named: by its URI (SE1), or by the name of one of the user's own.
/// @returns null if there is none.
[[nodiscard]] const store::Secret* find_secret(const store::Contents& contents,
                                               const std::string& named);

/// Reads the secret of that id, else the user's own of that name, and what is of it. Costs no more
/// with other secrets, but by name with the user's own.
/// @param how names what is read with it: explain::Named::shown_secrets or whole_secrets
/// @returns nothing, and prints an ERROR, if that cannot be read; without a secret if there is none
[[nodiscard]] std::optional<store::Contents>
read_secret(Session& session,
            const std::string& named,
            std::vector<std::string> explain::Named::*how = &explain::Named::shown_secrets);

/// `secret "x" not found`.  @returns Exit::Failed
int fail_secret(const Session& session, const std::string& named);

} // namespace orrery::cmd
