#pragma once

#include "actors/rules/application.hpp"

/// Units that an application gets: principals that users add, and subordinates that come with a
/// principal's scope.
namespace orrery::rules {

/// Adds a principal (U1). A machine that is given has taken part before; otherwise the model makes
/// one (M1). Refused of an application that is not Alive (A2) or a subordinate (B5).
[[nodiscard]] Decision
add_unit(const ApplicationState& application, const protocol::AddUnit& add, const Context& context);
/// Adds the subordinate of a principal that enters a container scope (B1). The relation that asks
/// is Alive, so the application is, too. A no-op for one that is no subordinate.
[[nodiscard]] Decision add_subordinate(const ApplicationState& application,
                                       const AddSubordinate& add,
                                       const Context& context);

} // namespace orrery::rules
