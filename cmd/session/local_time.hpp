#pragma once

#include "cmd/views/render/time_format.hpp"

namespace orrery::cmd {

/// The system's clock, now.
[[nodiscard]] store::Milliseconds now();
/// How people want times shown: in the system's zone, or in UTC.
[[nodiscard]] render::TimeFormat time_format(bool utc);

} // namespace orrery::cmd
