#pragma once

#include "actors/rules/application.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <optional>

/// What keeps an application from being given a charm, in Juju's words. `orrery refresh` puts its own
/// in front of all but those of P12.
namespace orrery::rules {

/// The values that come with a refresh, by the options of the new charm (P12).
/// @returns them in canonical form, or the first that is wrong
[[nodiscard]] tl::expected<store::Settings, Refusal>
settings_of_refresh(const protocol::RefreshApplication& wanted);
/// P8, P10, P11, P12. Whatever life the application has (P17).
[[nodiscard]] std::optional<Refusal> refuses_refresh(const ApplicationState& application,
                                                     const protocol::RefreshApplication& wanted);
/// The same for whoever has read all records, as a dry run has.
[[nodiscard]] std::optional<Refusal> refuses_refresh(const store::Contents& contents,
                                                     const protocol::RefreshApplication& wanted);

} // namespace orrery::rules
