#pragma once

#include "actors/hooks/tools/tool.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::hooks {

/// `-r`, `--relation`.
[[nodiscard]] Flag relation_flag();
/// The relation that the flag names, by `ID` or `NAME:ID` (the name is ignored), else the hook's
/// own; null if neither. Misused if the flag's text is no id, or names no relation that the unit is
/// in.
[[nodiscard]] tl::expected<const RelationSight*, ToolDone> chosen_relation(const Task& task);
/// Finds the hook's or the named relation; misused if there is none.
[[nodiscard]] tl::expected<const RelationSight*, ToolDone> required_relation(const Task& task);
/// `db:1`.
[[nodiscard]] std::string relation_text(const RelationSight& relation);

} // namespace orrery::hooks
