#pragma once

#include "cmd/views/render/host.hpp"

namespace orrery::cmd {

/// Looks at the host that this runs on. What cannot be read is left empty.
[[nodiscard]] render::Host this_host();

} // namespace orrery::cmd
