#pragma once

#include "actors/rules/application.hpp"

#include <tl/expected.hpp>

#include <optional>

/// Reasons that keep an application from being given a charm, in Juju's words. `orrery refresh`
/// puts its own in front of all but those of P12.
namespace orrery::rules {

/// Reads the values that come with a refresh, by the options of the new charm (P12).
/// @returns them in canonical form, or the first that is wrong
[[nodiscard]] tl::expected<store::Settings, Refusal>
settings_of_refresh(const protocol::RefreshApplication& wanted);
/// Holds the charm against P8, P10, P11 and P12, whatever life the application has (P17).
[[nodiscard]] std::optional<Refusal> refuses_refresh(const ApplicationState& application,
                                                     const protocol::RefreshApplication& wanted);

} // namespace orrery::rules
