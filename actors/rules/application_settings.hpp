#pragma once

#include "actors/rules/application.hpp"

/// An application's options, leadership and status.
namespace orrery::rules {

/// SetConfig, SetExposed, SetTrusted, SetConstraints, ClaimLeadership, ResignLeadership,
/// ReportApplication, SetLeaderSettings.
[[nodiscard]] Decision change_settings(const ApplicationState& application,
                                       const protocol::Command& command);
[[nodiscard]] Decision assert_leader(const ApplicationState& application, const std::string& unit);
/// Checks settings as typed against a charm's options. @returns them in canonical form, or the
/// first that is wrong.
[[nodiscard]] tl::expected<store::Settings, Refusal>
checked_options(const store::Charm& charm, const store::Settings& settings);

} // namespace orrery::rules
