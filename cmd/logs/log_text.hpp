#pragma once

#include "cmd/logs/log_line.hpp"
#include "cmd/views/render/time_format.hpp"

#include <string>

namespace orrery::cmd {

/// How lines of logs are shown.
struct LogStyle {
  bool date = false;         ///< With the day.
  bool milliseconds = false; ///< Also where a line says none, as older ones do.
  bool json = false;         ///< An object a line, with the whole time in UTC.
  bool colour = false;       ///< Levels painted: errors red, warnings yellow, what is fine grey.
  render::TimeFormat time;
};

/// `unit.db/0.install`, `orrery.agent`: the entity a line is of, and the hook or component that
/// said it.
[[nodiscard]] std::string module_of(const LogLine& line);
/// `unit-db-0: 10:00:00.125 INFO unit.db/0.install text`, with a newline; hidden characters are
/// spelled out.
[[nodiscard]] std::string to_text(const LogLine& line, const LogStyle& style);

} // namespace orrery::cmd
