#pragma once

#include "actors/rules/application.hpp"

namespace orrery::rules {

/// Gives an application another charm, or the one that it has with another wish for units in error
/// (P21): charm, settings and peer relations in one transaction, and no unit. Peer relations whose
/// endpoint goes take part before, with the units in their scopes (P23). A Dying application is
/// refreshed like any other (P17).
[[nodiscard]] Decision
refresh(const ApplicationState& application, const RefreshWith& with, const Context& context);

} // namespace orrery::rules
