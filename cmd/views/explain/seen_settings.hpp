#pragma once

#include "cmd/views/explain/partial_reading.hpp"

#include <string>
#include <vector>

namespace orrery::explain {

/// Reads what a unit sees in a relation of its application, if that is one: the settings of both
/// ends, and who is in it. Costs what is seen.
/// @param container the unit's principal and all subordinates of that one
void read_seen_settings(PartialReading& reading,
                        const store::Relation& relation,
                        const store::Unit& unit,
                        const std::vector<std::string>& container);

} // namespace orrery::explain
