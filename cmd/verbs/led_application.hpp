#pragma once

#include <string>

namespace orrery::cmd {

/// Returns the application of a word such as `db/leader`; empty for any other word.
[[nodiscard]] std::string led_application(const std::string& unit);

} // namespace orrery::cmd
