#pragma once

#include "cmd/conditions/query_tree.hpp"
#include "cmd/conditions/query_world.hpp"
#include "cmd/session/arguments.hpp"
#include "cmd/session/session.hpp"
#include "cmd/views/explain/named.hpp"

#include <chrono>
#include <string>

namespace orrery::cmd {

/// The goal of one `wait-for` (CL17).
struct Goal {
  query::Thing thing{};
  std::string source{}; ///< The query's text.
  query::Node query{};
  std::chrono::milliseconds timeout{0};
  bool summary = true;
};

/// Reads all of a goal but what its query means. Errors: wrong kinds, names and durations.
[[nodiscard]] tl::expected<Goal, UsageError> goal_of(const Session& session,
                                                     const Arguments& arguments);
/// Names the records that decide it.
[[nodiscard]] explain::Named decides(const Goal& goal);

} // namespace orrery::cmd
