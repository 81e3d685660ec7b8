#pragma once

#include "store/contents.hpp"
#include "store/database.hpp"

#include <string>

namespace orrery::cmd {

/// Writes the model's record into a store that has none.
[[nodiscard]] tl::expected<void, store::StoreError>
write_model(store::Database& database, const std::string& name, store::Milliseconds now);
/// Whether machine 0, the one that manages the model, is still to be made (M1).
[[nodiscard]] bool needs_manager(const store::Contents& contents);

} // namespace orrery::cmd
