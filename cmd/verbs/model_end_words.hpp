#pragma once

#include "cmd/session/arguments.hpp"
#include "cmd/session/models.hpp"
#include "cmd/verbs/verb.hpp"

#include <tl/expected.hpp>

#include <vector>

namespace orrery::cmd {

/// The flags of `destroy-model`.
[[nodiscard]] std::vector<Flag> model_end_flags();

/// Refuses words of `destroy-model` (MD10): no model, two of them, flags that do not
/// go together, a time that is none.
[[nodiscard]] std::optional<UsageError> wrong_model_end(const Arguments& arguments);

/// How the words want a model to be destroyed (MD7, MD8).  @pre they are not wrong. Errors, which
/// are no misuse in Juju: `--no-wait` without `--force`.
[[nodiscard]] tl::expected<ModelEnd, std::string> model_end_of(const Arguments& arguments);

} // namespace orrery::cmd
