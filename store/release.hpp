#pragma once

#include "store/contents.hpp"

namespace orrery::store {

/// Gives back the memory of what was read, step by step (give_way): of a large model that takes
/// milliseconds.
void release(Contents& contents);

} // namespace orrery::store
