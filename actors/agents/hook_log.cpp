#include "actors/agents/hook_run.hpp"
#include "config/printable.hpp"
#include "config/utf8.hpp"

#include <algorithm>

/// Writes what a hook says, and how it has ended, to its unit's log.
namespace orrery::agents {

namespace {
constexpr std::size_t logged_lines_max = 1'000; ///< Of one message.
constexpr std::size_t said_error_max = 2 << 10; ///< Bytes.
} // namespace

/// Whether the model's configuration has a message of that level kept (logging-config): a level of
/// its own for Juju's module, or that for the one which debug-log shows.
bool HookRun::is_kept(const hooks::Log& said) const {
  const auto settings = model().settings();
  const std::string unit = "unit." + order_.sight.unit + ".";
  std::string module = unit + "juju-log";
  if (!settings->log_levels.contains(module))
    module = unit + order_.sight.hook;
  const auto least =
    std::min(config::level_for(settings->log_levels, module), config::LogLevel::Error);
  const auto level = config::parse_log_level(said.level);
  return !level || *level >= least;
}

std::string HookRun::level_if_kept(const std::string& level) const {
  return is_kept({level, {}}) ? level : std::string();
}

/// Writes a message of many lines as lines, the last of at most a thousand with all that is left.
void HookRun::write_log(const hooks::Log& said) {
  if (said.level == "ERROR")
    said_error_ = config::last_bytes(said.text, said_error_max);
  if (!is_kept(said))
    return;
  std::string lines;
  std::string_view rest = said.text;
  for (std::size_t left = logged_lines_max; left > 0; --left) {
    const std::size_t end = left == 1 ? rest.size() : std::min(rest.find('\n'), rest.size());
    lines += hooks::log_line(said.level, order_.sight.hook, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (rest.find_first_not_of('\n') == std::string_view::npos)
      break;
  }
  log_.append(lines);
}

/// A charm that logs its reason says it there: that then stands last, where people look.
void HookRun::add_said_error(hooks::HookEnd& end) const {
  const bool ran = end.how == hooks::HookEnd::How::Exited && end.code != 0;
  if (!ran || order_.sight.action || said_error_.empty())
    return;
  for (std::string_view rest = said_error_; !rest.empty();) {
    const std::size_t size = std::min(rest.find('\n'), rest.size());
    end.stderr_tail +=
      (end.stderr_tail.empty() ? "" : "\n") + config::printable(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
}

namespace {

/// How a hook has failed, as the end of a line of its unit's log.
std::string how_it_failed(const hooks::HookEnd& end) {
  switch (end.how) {
  case hooks::HookEnd::How::Exited:
    return ": exit code " + std::to_string(end.code);
  case hooks::HookEnd::How::Signaled:
    return ": killed by signal " + std::to_string(end.code);
  case hooks::HookEnd::How::TimedOut:
    return ": killed at its deadline";
  case hooks::HookEnd::How::NotRun:
    return ": could not be started";
  case hooks::HookEnd::How::Cancelled:
    break;
  }
  return {};
}

} // namespace

/// Said by the agent, in whose name no hook can say anything. A hook whose program has succeeded
/// may still fail: its unit's agent says how that ends (Mind::say_end).
void HookRun::log_end(const hooks::HookEnd& end) {
  if (end.success() && !order_.sight.action)
    return;
  const bool stopped = end.how == hooks::HookEnd::How::Cancelled;
  const bool failed = !end.success() && !stopped;
  const char* const kind = runs_command() ? "command" : order_.sight.action ? "action " : "hook ";
  std::string text = kind + (runs_command() ? std::string() : order_.sight.hook);
  text += end.success() ? " done in " : stopped ? " stopped after " : " failed after ";
  text += std::to_string(end.took.count()) + " ms";
  if (failed)
    text += how_it_failed(end);
  log_.append(hooks::log_line(failed ? "ERROR" : "INFO", "agent", text));
}

} // namespace orrery::agents
