#pragma once

#include "cmd/explain/explanation.hpp"
#include "cmd/render/index.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::explain {

/// How much is told, and which remedies there are to name.
struct Options {
  std::size_t siblings_max = 20; ///< Holders and scopes of one entity; the rest is counted.
  std::size_t steps_max = 20;    ///< The rest is counted.
  bool can_force = false;        ///< The remove verbs have `--force`.
  bool can_skip = false;         ///< They have `--skip-failed-hooks`.
};

/// Explains an entity from the records. Its first reason is that of render::reason.
///
/// Costs what it tells and what it counts, besides the index, which is in the size of the model:
/// the records do not say who refers to an entity.
/// Errors: a sentence, if there is no such entity.
[[nodiscard]] tl::expected<Explanation, std::string>
explain(const render::Index& index, const Subject& subject, const Options& options);

} // namespace orrery::explain
