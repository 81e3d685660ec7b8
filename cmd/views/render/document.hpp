#pragma once

#include "config/data.hpp"

namespace orrery::render {

/// A value that a verb shows, before it is JSON or YAML.
using Document = config::Data;

} // namespace orrery::render
