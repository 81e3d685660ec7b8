#pragma once

#include "actors/rules/model.hpp"

/// The deployment of an application.
namespace orrery::rules {

/// Creates an application with its charm, settings, resources and peer relations (A1). Refused if
/// its name is none or taken (L6), and if what is asked for does not fit its charm.
[[nodiscard]] Decision create_application(const ModelState& model,
                                          const protocol::CreateApplication& wanted,
                                          const Context& context);

} // namespace orrery::rules
