#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::cmd {

/// A line of a log, taken apart: `2026-11-21T05:33:12.125Z INFO install: text`.
struct LogLine {
  std::string entity; ///< `unit-db-0`, from the file's name.
  std::string time;   ///< As written; compares as time does. Empty if the line has none.
  std::string level;  ///< `TRACE`, `DEBUG`, `INFO`, `WARNING`, `ERROR`; empty if the line has none.
  std::string
    source; ///< The hook, `juju-log` or component that said it; empty if the line names none.
  std::string text; ///< The rest.
};

[[nodiscard]] LogLine parse_log_line(std::string entity, std::string_view line);
/// The fields of a line of the orchestrator's own log, from its text: `... unit=db/0 why="no
/// room"`.
[[nodiscard]] std::map<std::string, std::string> log_fields(std::string_view text);
/// Whether a line of the orchestrator's own log is about that model (runtime::model_fields). A line
/// that names no model, as older ones do, is about none.
/// @param uuid the model's; about an empty one there is no line.
[[nodiscard]] bool is_about(const LogLine& line, std::string_view uuid);
/// How grave a level is, from 0; nothing for a word that is no level. Case does not matter.
[[nodiscard]] std::optional<int> level_rank(std::string_view level);
/// The pattern of entities that a user means: `db/0` is `unit-db-0`, `db` is `unit-db-*`, `3` is
/// `machine-3`.
[[nodiscard]] std::string entity_pattern(std::string_view word);

} // namespace orrery::cmd
