#pragma once

#include "cmd/verbs/verb.hpp"

#include <string>

namespace orrery::cmd {

/// `orrery explain secret ID|NAME`: what holds a secret, who may read it, what is due.
[[nodiscard]] Outcome
explain_secret(Session& session, const std::string& named, const Arguments& arguments);

} // namespace orrery::cmd
