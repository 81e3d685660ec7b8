#pragma once

#include "actors/hooks/tools/tool.hpp"

#include <tl/expected.hpp>

/// Settings as a tool is given them.
namespace orrery::hooks {

/// `key=value` arguments. @returns misuse if one is none, or says a key again.
[[nodiscard]] tl::expected<store::Settings, ToolDone>
parse_pairs(const std::vector<std::string>& pairs);
/// Settings are to be read from a file of the hook first; `-`: from its standard input.
[[nodiscard]] ToolDone wants_input(const std::string& file);
/// Returns what `key=value` arguments and the file that `--file` names say; an argument wins.
/// @returns misuse, what is wrong in the file, or that it is to be read first
[[nodiscard]] tl::expected<store::Settings, ToolDone> given_settings(const Task& task);
/// Names the settings that can be stored nowhere; empty if all can be stored.
[[nodiscard]] std::string unwritable(const store::Settings& settings);
/// Changes settings; an empty value removes its key (S4).
void change(store::Settings& settings, const store::Settings& changes);

} // namespace orrery::hooks
