#include "config/log_levels.hpp"

#include "config/document.hpp"
#include "config/lower_case.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::config {

namespace {

constexpr const char* root_module = "<root>";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& letter : capitals)
    if (letter >= 'a' && letter <= 'z')
      letter = static_cast<char>(letter - 'a' + 'A');
  return capitals;
}

} // namespace

std::optional<LogLevel> parse_log_level(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, LogLevel>, 7> levels{
    {{"TRACE", LogLevel::Trace},
     {"DEBUG", LogLevel::Debug},
     {"INFO", LogLevel::Info},
     {"WARNING", LogLevel::Warning},
     {"WARN", LogLevel::Warning},
     {"ERROR", LogLevel::Error},
     {"CRITICAL", LogLevel::Critical}}};
  const std::string wanted = in_capitals(text);
  for (const auto& [name, level] : levels)
    if (wanted == name)
      return level;
  return std::nullopt;
}

std::string_view name_in_log(LogLevel level) {
  constexpr std::string_view names[] = {"TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "ERROR"};
  return names[static_cast<std::size_t>(level)];
}

tl::expected<LogLevels, std::string> parse_log_levels(std::string_view text) {
  LogLevels levels;
  if (const auto alone = parse_log_level(trimmed(text)))
    return LogLevels{{root_module, *alone}};
  for (std::size_t from = 0; from <= text.size();) {
    const auto to = std::min(text.find(';', from), text.size());
    const std::string_view part = trimmed(text.substr(from, to - from));
    from = to + 1;
    if (part.empty())
      continue;
    const auto equals = part.find('=');
    if (equals == std::string_view::npos)
      return tl::unexpected("config value expected '=', found " + quote(part));
    const std::string_view module = trimmed(part.substr(0, equals));
    const std::string_view word = trimmed(part.substr(equals + 1));
    if (module.empty() || word.empty())
      return tl::unexpected("config value " + quote(part) + " has missing "
                            + (module.empty() ? "module name" : "level"));
    const auto level = parse_log_level(word);
    if (!level && in_capitals(word) != "UNSPECIFIED")
      return tl::unexpected("unknown severity level " + quote(word));
    if (level)
      levels[in_lower_case(module)] = *level;
  }
  return levels;
}

LogLevel level_for(const LogLevels& levels, std::string_view module) {
  for (;;) {
    if (const auto found = levels.find(std::string(module)); found != levels.end())
      return found->second;
    const auto dot = module.rfind('.');
    if (dot == std::string_view::npos)
      break;
    module = module.substr(0, dot);
  }
  const auto root = levels.find(root_module);
  return root == levels.end() ? LogLevel::Warning : root->second;
}

} // namespace orrery::config
