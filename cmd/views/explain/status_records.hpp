#pragma once

#include "cmd/views/explain/neighbourhood.hpp"
#include "store/packed_units.hpp"

namespace orrery::explain {

/// Records that status shows. Of a whole model these are many units: contents hold their records
/// only where something is on its way out, to tell what it waits for.
struct StatusRecords {
  Neighbourhood around;
  store::PackedUnits units;
};

} // namespace orrery::explain
