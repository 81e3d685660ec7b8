#pragma once

#include "store/contents.hpp"
#include "store/database.hpp"

#include <string>

namespace orrery::cmd {

/// Everything but the history, read on two threads. A store that has no model yet gets one of this
/// name.
[[nodiscard]] tl::expected<store::Contents, store::StoreError>
read_or_make_model(store::Database& database, const std::string& name, store::Milliseconds now);
/// Whether machine 0, the one that manages the model, is still to be made (M1).
[[nodiscard]] bool needs_manager(const store::Contents& contents);

} // namespace orrery::cmd
