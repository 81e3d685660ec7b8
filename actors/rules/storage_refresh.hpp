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

/// Returns what a unit lacks that takes the application's charm: of a storage that the charm before
/// had not as much as a new unit gets, of another one what its minimum asks for (ST48). Never more
/// than a unit may have.
[[nodiscard]] std::vector<NewStorage> storage_of_charm(const ApplicationState& application,
                                                       const OwnedStorage& owned);

} // namespace orrery::rules
