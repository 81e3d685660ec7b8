#include "cmd/logs/log_line.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace orrery::cmd {

namespace {

bool is_time(std::string_view word) {
  return word.size() >= 8 && std::isdigit(static_cast<unsigned char>(word[0])) != 0
         && word.find_first_not_of("0123456789-:.,TZ+") == std::string_view::npos;
}

/// Takes the first word off, without brackets around it.
std::string_view first_word(std::string_view& rest) {
  const auto bracketed = rest.starts_with('[');
  const auto end = std::min(rest.find(bracketed ? ']' : ' '), rest.size());
  const auto word = rest.substr(bracketed ? 1 : 0, end - (bracketed ? 1 : 0));
  rest.remove_prefix(std::min(end + (bracketed ? 1 : 0), rest.size()));
  while (rest.starts_with(' '))
    rest.remove_prefix(1);
  return word;
}

std::string upper(std::string_view word) {
  std::string text;
  for (const auto character : word)
    text += static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
  return text == "WARN" ? "WARNING" : text == "CRITICAL" ? "ERROR" : text;
}

} // namespace

std::optional<int> level_rank(std::string_view level) {
  constexpr std::array<std::string_view, 5> levels{"TRACE", "DEBUG", "INFO", "WARNING", "ERROR"};
  const auto wanted = upper(level);
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i] == wanted)
      return static_cast<int>(i);
  return std::nullopt;
}

std::map<std::string, std::string> log_fields(std::string_view text) {
  std::map<std::string, std::string> fields;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto equals = text.find('=', at);
    if (equals == std::string_view::npos)
      break;
    const auto blank = text.rfind(' ', equals);
    const auto key = text.substr(blank == std::string_view::npos ? 0 : blank + 1,
                                 equals - (blank == std::string_view::npos ? 0 : blank + 1));
    std::string value;
    at = equals + 1;
    const bool quoted = at < text.size() && text[at] == '"';
    for (at += quoted ? 1 : 0; at < text.size() && text[at] != (quoted ? '"' : ' '); ++at) {
      if (quoted && text[at] == '\\' && at + 1 < text.size() && text[at + 1] != 'x')
        ++at; // \" and \\; what cannot be printed stays spelled out
      value += text[at];
    }
    fields[std::string(key)] = std::move(value);
  }
  return fields;
}

bool is_about(const LogLine& line, std::string_view uuid) {
  constexpr std::string_view key = " uuid=";
  return !uuid.empty() && line.text.size() > key.size() + uuid.size() && line.text.ends_with(uuid)
         && std::string_view(line.text).substr(0, line.text.size() - uuid.size()).ends_with(key);
}

LogLine parse_log_line(std::string entity, std::string_view line) {
  LogLine parsed;
  parsed.entity = std::move(entity);
  auto rest = line;
  auto after_word = rest;
  const auto word = first_word(after_word);
  // A time may be one word, or a date and a time, with brackets around both.
  const auto blank = word.find(' ');
  if (is_time(word.substr(0, blank))
      && (blank == std::string_view::npos || is_time(word.substr(blank + 1)))) {
    parsed.time = word;
    rest = after_word;
    if (blank == std::string_view::npos && word.find(':') == std::string_view::npos) {
      const auto of_day = first_word(after_word);
      if (is_time(of_day)) {
        parsed.time += " ";
        parsed.time += of_day;
        rest = after_word;
      }
    }
  }
  after_word = rest;
  const auto level = first_word(after_word);
  if (!parsed.time.empty() && level_rank(level)) {
    parsed.level = upper(level);
    rest = after_word;
    const auto end = rest.find(": ");
    if (end != std::string_view::npos && end > 0 && rest.find(' ') > end) {
      parsed.source = rest.substr(0, end);
      rest.remove_prefix(end + 2);
    }
  }
  parsed.text = rest;
  if (const auto separator = parsed.time.find('T'); separator != std::string::npos)
    parsed.time[separator] = ' '; // both ways of writing a time compare
  return parsed;
}

std::string entity_pattern(std::string_view word) {
  std::string pattern{word};
  if (const auto slash = pattern.find('/'); slash != std::string::npos) {
    pattern[slash] = '-';
    return pattern.insert(0, "unit-");
  }
  if (store::parse_id(word))
    return pattern.insert(0, "machine-");
  if (word.starts_with("unit-") || word.starts_with("machine-") || word == "orrery" || word == "*")
    return pattern;
  return pattern.insert(0, "unit-").append("-*");
}

} // namespace orrery::cmd
