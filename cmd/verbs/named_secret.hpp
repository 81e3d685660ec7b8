#pragma once

#include "cmd/session/session.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::cmd {

/// Finds the secret that a user named: by its URI (SE1), or by the name of one of the user's own.
/// @returns null if there is none.
[[nodiscard]] const store::Secret* find_secret(const store::Contents& contents,
                                               const std::string& named);

/// `secret "x" not found`.  @returns Exit::Failed
int fail_secret(const Session& session, const std::string& named);

} // namespace orrery::cmd
