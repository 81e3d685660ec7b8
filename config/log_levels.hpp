#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::config {

/// Severities of a unit's log, as Juju has them, least first.
enum class LogLevel : std::uint8_t { Trace, Debug, Info, Warning, Error, Critical };

/// A level by its name, in any case; WARN is WARNING. @returns nothing for another word.
[[nodiscard]] std::optional<LogLevel> parse_log_level(std::string_view text);
/// A level's name in capitals, as a unit's log has it: of a critical line ERROR.
[[nodiscard]] std::string_view name_in_log(LogLevel level);

/// From which level on lines are kept, by module: a name of words between dots, `unit.db/0`.
/// `<root>` stands for all that have none of their own, nor a longer name's beginning.
using LogLevels = std::map<std::string, LogLevel>;

/// Reads `<root>=INFO;unit=DEBUG`, modules in any case; one level alone is the root's, UNSPECIFIED
/// is none of its own. Errors are sentences in Juju's words.
[[nodiscard]] tl::expected<LogLevels, std::string> parse_log_levels(std::string_view text);

/// From which level on lines of a module are kept: what is said of it, or of the longest beginning
/// of its name up to a dot, or of the root, or WARNING.
[[nodiscard]] LogLevel level_for(const LogLevels& levels, std::string_view module);

} // namespace orrery::config
