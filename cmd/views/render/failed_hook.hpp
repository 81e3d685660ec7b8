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
///     upgrade failed: orrery resolved web/0; cannot write hooks/start: No space left on device
///     start runs again, try 1 of 5, next at 10:00:05Z; program redis-server was killed by signal 9
///
/// Why is the last line that the hook left, with long paths shortened, at most 120 characters of
/// it; what is too long loses its middle.
[[nodiscard]] std::string failed_hook(const Index& index,
                                      const store::Unit& unit,
                                      const store::HookError& error,
                                      const TimeFormat& time);
/// `hook "install" failed`, or `upgrade failed` where it is the charm's new files (P30).
/// @pre it is no program's end
[[nodiscard]] std::string what_failed(const store::HookError& error);
/// Whether the next try is under way: tries are left, and none of them is awaited.
[[nodiscard]] bool is_tried_again(const store::HookError& error);
/// Whether nothing happens before somebody says `resolved`.
[[nodiscard]] bool waits_for_person(const store::HookError& error);
/// The last line of a text that is not blank.
[[nodiscard]] std::string last_line(std::string_view text);
/// The text with `.../hooks/install` in the place of each absolute path of more than 40 characters:
/// its last two names.
[[nodiscard]] std::string with_short_paths(std::string_view text);

} // namespace orrery::render
