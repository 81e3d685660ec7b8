#pragma once

#include "cmd/views/explain/explanation.hpp"
#include "cmd/views/render/index.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::explain {

/// How much is told, and which remedies there are to name.
struct Options {
  std::size_t siblings_max = 20;         ///< Holders and scopes of one entity; the rest is counted.
  std::size_t steps_max = 20;            ///< The rest is counted.
  bool can_force = false;                ///< The remove verbs have `--force`.
  bool can_skip = false;                 ///< They have `--skip-failed-hooks`.
  store::Milliseconds hook_deadline = 0; ///< After which a hook is killed; 0: not known.
};

constexpr std::size_t stays_max = 5;       ///< Machines that are named as staying.
constexpr std::size_t stays_named_max = 3; ///< Units named on each of them.

/// Explains an entity from the records, all of them or its neighbourhood (neighbourhood.hpp). Its
/// first reason is that of render::reason.
///
/// Errors: a sentence, if there is no such entity.
[[nodiscard]] tl::expected<Explanation, std::string>
explain(const render::Index& index, const Subject& subject, const Options& options);

} // namespace orrery::explain
