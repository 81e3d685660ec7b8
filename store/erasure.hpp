#pragma once

#include "store/contents.hpp"

namespace orrery::store {

/// Takes the record of the same key out of the contents; the opposite of insert().
void erase(Contents& contents, const Record& record);

} // namespace orrery::store
