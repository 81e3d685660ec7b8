#pragma once

#include "actors/workflow/relation_steps.hpp"

/// Wishes of a unit's storages to its agent: the rungs of its ladder that are about them.
namespace orrery::agents {

/// Releases storages that go and whose storage-attached never succeeded, whatever hook fails, and
/// leaves and forgets those that the unit has no more (ST25, ST28, ST54).
[[nodiscard]] MaybeNext release_storage(const View& view);
/// Provisions the storages that the unit has, and runs their storage-attached; then tells the model
/// so. Waits for the next try where provisioning has failed, once nothing else is left to do
/// (ST22, ST23, ST37).
/// @param waits nothing is to run before all are there: Idle or a time instead of nothing
[[nodiscard]] MaybeNext attach_storage(const View& view, bool waits);
/// Runs storage-detaching of storages that go (ST24, ST25).
[[nodiscard]] MaybeNext detach_storage(const View& view);
/// The earliest time of another try to provision a storage; nothing: none has failed.
[[nodiscard]] MaybeNext next_storage_try(const View& view);

/// Whether a storage hook in hand means nothing any more: the unit has the storage no more, or
/// storage-attached has not succeeded and the storage goes (ST25).
[[nodiscard]] bool is_void_for_storage(const View& view, const Hook& hook);

} // namespace orrery::agents
