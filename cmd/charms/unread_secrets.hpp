#pragma once

#include "cmd/session/session.hpp"

#include <string>

namespace orrery::cmd {

/// Warns of each option of type secret that was just set to a secret which the application may not
/// read, or which is not there: its hooks would fail, and nothing would come to say why (SE56).
/// @param set the options, as they were set.
void warn_of_unread_secrets(Session& session,
                            const std::string& application,
                            const store::Settings& set);

} // namespace orrery::cmd
