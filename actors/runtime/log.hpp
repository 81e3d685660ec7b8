#pragma once

#include <spdlog/spdlog.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace orrery::runtime {

/// The orchestrator's own log of one component (`agent`, `journal`, `server`, ...). Thread-safe.
///
/// A line is `2026-11-21T05:33:12.123Z warning agent: hook install failed unit=db/0`: what
/// happened, then its fields. What cannot be printed is spelled out.
[[nodiscard]] std::shared_ptr<spdlog::logger> log(const std::string& component);

/// A field for the end of a line, ` unit=db/0`; quoted unless it is one word.
[[nodiscard]] std::string field(std::string_view key, std::string_view value);
[[nodiscard]] inline std::string field(std::string_view key, std::uint64_t value) {
  return field(key, std::to_string(value));
}

/// The fields that end a line which is about one model, ` model=shop uuid=9f...`: by the last of
/// them whoever may read that model is shown the line (cmd/logs/log_line.hpp).
[[nodiscard]] std::string model_fields(std::string_view name, std::string_view uuid);

/// Level of all components, present and future: trace, debug, info, warning, error, off.
/// @returns false, and changes nothing, for another word.
bool set_log_level(const std::string& level);
/// Level of one component, from now on.
/// @returns false, and changes nothing, for another word or a component that does not exist.
bool set_log_level(const std::string& component, const std::string& level);
/// The level of each component.
[[nodiscard]] std::map<std::string, std::string> log_levels();

/// Passes each line, with its newline, to somebody beside standard error; nothing ends that. Called
/// by one thread at a time; must not log.
void copy_log_to(std::function<void(std::string_view line)> reader);

/// From now on lines go to standard error on a thread of their own: nobody who logs waits for
/// whoever reads them. Lines that find no room are dropped and counted (line_writer.hpp). To be
/// called once.
/// @throws std::system_error where the system has no thread for it
void write_log_on_a_thread();
/// Waits until standard error has taken what was logged, at most so long. A line of level critical
/// waits a second by itself.
void flush_log(std::chrono::milliseconds patience);

} // namespace orrery::runtime
