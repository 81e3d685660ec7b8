#pragma once

#include "cmd/verbs/verb.hpp"

#include <optional>

namespace orrery::cmd {

/// Gives a verb that changes the model the flags `--dry-run` and `--format`.
[[nodiscard]] Verb with_dry_run(Verb verb);

/// What is wrong with a command line's `--dry-run` and `--format`; nothing if they fit together.
[[nodiscard]] std::optional<UsageError> dry_run_misuse(const Verb& verb,
                                                       const Arguments& arguments);

/// Runs a verb on a copy of the model and prints what would come of it. Nothing is written: neither
/// to the model nor to the charms that are kept.
[[nodiscard]] Outcome dry_run(Session& session, const Verb& verb, const Arguments& arguments);

} // namespace orrery::cmd
