#pragma once

#include "actors/rules/application.hpp"

/// Relating two applications (R2, R3), one after the other in name order; the model then numbers
/// the relation.
namespace orrery::rules {

[[nodiscard]] Decision relate(const ApplicationState& application, const Relate& first);
[[nodiscard]] Decision
relate_with(const ApplicationState& application, const RelateWith& second, const Context& context);
/// Whether two endpoints fit: same interface, provider and requirer.
[[nodiscard]] bool endpoints_fit(const store::CharmEndpoint& left,
                                 const store::CharmEndpoint& right);

} // namespace orrery::rules
