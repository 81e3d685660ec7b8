#pragma once

#include "cmd/session/session.hpp"

#include <optional>
#include <string>

namespace orrery::cmd {

/// Returns the application of a word such as `db/leader`; empty for any other word.
[[nodiscard]] std::string led_application(const std::string& unit);

/// The unit that a word names, a leader as it is now; nothing, and an ERROR printed, if there is
/// none.
[[nodiscard]] std::optional<std::string> unit_or_leader(Session& session, const std::string& word);

} // namespace orrery::cmd
