#pragma once

#include "cmd/views/render/index.hpp"
#include "cmd/views/render/time_format.hpp"

#include <string>
#include <string_view>

namespace orrery::render {

/// Says of a unit whose hook has failed what comes next, and then why.
///
///     hook "install" failed, try 2 of 5, next at 10:00:05Z; cp: no such file
///     hook "db-relation-joined" for db:server failed, try 5 of 5: orrery resolved web/0; no space
///
/// Why is the last line that the hook left, with long paths shortened, at most 120 characters of
/// it; what is too long loses its middle.
[[nodiscard]] std::string failed_hook(const Index& index,
                                      const store::Unit& unit,
                                      const store::HookError& error,
                                      const TimeFormat& time);
/// The last line of a text that is not blank.
[[nodiscard]] std::string last_line(std::string_view text);
/// The text with `.../hooks/install` in the place of each absolute path of more than 40 characters:
/// its last two names.
[[nodiscard]] std::string with_short_paths(std::string_view text);

} // namespace orrery::render
