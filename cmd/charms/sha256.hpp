#pragma once

#include "config/sha256.hpp"

namespace orrery::cmd {

using config::Sha256;

} // namespace orrery::cmd
