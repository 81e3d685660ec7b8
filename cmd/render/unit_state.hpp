#pragma once

#include "cmd/render/index.hpp"
#include "cmd/render/time_format.hpp"

namespace orrery::render {

/// What a unit's two statuses read, with the error or the loss of its agent worked in.
struct UnitState {
  store::Status workload;
  store::Status agent;
};

/// The statuses people see.
///
/// A failed hook makes the workload `error` and says which hook, its last words and the next try. A
/// lost agent makes it `unknown` (W6), but leaves an error standing. Without any report: `waiting`,
/// `allocating`; on a machine that has started "installing agent".
[[nodiscard]] UnitState
unit_state(const Index& index, const store::Unit& unit, const TimeFormat& time);
/// @param reported the unit's own, nothing if no agent has reported
[[nodiscard]] UnitState unit_state(const Index& index,
                                   const store::Unit& unit,
                                   const store::UnitStatus* reported,
                                   const TimeFormat& time);
/// How severe a workload status is: error > blocked > waiting > maintenance > active > terminated >
/// unknown.
[[nodiscard]] int severity(std::string_view workload);
/// The hook that an executing agent runs (`install`), empty if none.
[[nodiscard]] std::string running_hook(const store::Status& agent);
/// The last line of a hook's error output that is not blank.
[[nodiscard]] std::string last_line(std::string_view text);

} // namespace orrery::render
