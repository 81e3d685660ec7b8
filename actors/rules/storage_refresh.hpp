#pragma once

#include "actors/rules/storage_ranges.hpp"

#include <optional>

/// Storage at a refresh (ST48).
namespace orrery::rules {

/// Refuses a charm that lacks storage that the one before has, or has it otherwise (ST48).
[[nodiscard]] std::optional<Refusal> refuses_storage_of(const store::Charm& before,
                                                        const store::Charm& after);

/// Returns the application's directives as a refresh leaves them (ST7).
[[nodiscard]] StorageDirectives storage_after(const ApplicationState& application,
                                              const protocol::RefreshApplication& refresh);

} // namespace orrery::rules
