#pragma once

#include <spdlog/spdlog.h>

#include <memory>
#include <string>

namespace orrery::runtime {

/// The orchestrator's own log of one component (`agent`, `journal`, `server`, ...), made at first
/// use. Thread-safe.
[[nodiscard]] std::shared_ptr<spdlog::logger> log(const std::string& component);
/// Level of all components, present and future: trace, debug, info, warning, error, off.
/// @returns false, and changes nothing, for another word.
bool set_log_level(const std::string& level);

} // namespace orrery::runtime
