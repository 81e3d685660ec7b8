#pragma once

#include "store/contents.hpp"
#include "store/database.hpp"

#include <string>

namespace orrery::cmd {

/// Everything but the history, read on two threads. A store that has no model yet gets one of this
/// name and UUID, with these values of its configuration. Errors: its model has another UUID.
[[nodiscard]] tl::expected<store::Contents, store::StoreError>
read_or_make_model(store::Database& database,
                   const std::string& name,
                   const std::string& uuid,
                   store::Milliseconds now,
                   const store::Settings& config = {});

/// @returns the UUID of the store's model; empty if it has none yet.
[[nodiscard]] tl::expected<std::string, store::StoreError>
read_model_uuid(const store::Database& database);
/// Whether machine 0, the one that manages the model, is still to be made (M1).
[[nodiscard]] bool needs_manager(const store::Contents& contents);

} // namespace orrery::cmd
