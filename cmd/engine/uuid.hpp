#pragma once

#include <string>

namespace orrery::cmd {

/// @returns a version 4 UUID from the system's source of random numbers (MD35).
[[nodiscard]] std::string random_uuid();

} // namespace orrery::cmd
