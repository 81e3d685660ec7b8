#pragma once

#include "actors/rules/endpoints.hpp"
#include "store/charm_records.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery::rules {

/// Refuses a debug session about what is neither a hook nor an action of the charm of the unit's
/// application. A hook need not have a program.
///
/// @param names of hooks and actions; none is always right. @returns nothing if all are right (D4).
[[nodiscard]] std::optional<Refusal> refuse_debugging(const std::string& unit,
                                                      const store::Charm& charm,
                                                      const std::vector<std::string>& names);

} // namespace orrery::rules
