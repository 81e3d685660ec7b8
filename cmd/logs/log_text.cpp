#include "cmd/logs/log_text.hpp"

#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"
#include "config/number.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>

namespace orrery::cmd {

namespace {

/// `db/0` of `unit-db-0`.
std::string unit_of(std::string_view entity) {
  std::string name{entity.substr(entity.find('-') + 1)};
  if (const auto dash = name.rfind('-'); dash != std::string::npos)
    name[dash] = '/';
  return name;
}

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  if (text.size() < at + count)
    return std::nullopt;
  return config::parse_number<int>(text.substr(at, count));
}

/// Reads `2026-11-21 05:33:12.123Z`, the fraction not needed; nothing if it is written in another
/// way.
std::optional<store::Milliseconds> parse_time(std::string_view text) {
  using namespace std::chrono;
  const auto year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second || !text.ends_with('Z'))
    return std::nullopt;
  const year_month_day date{std::chrono::year{*year},
                            std::chrono::month{static_cast<unsigned>(*month)},
                            std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok())
    return std::nullopt;
  const auto fraction = text.size() > 20 ? digits(text, 20, 3) : std::nullopt;
  return duration_cast<milliseconds>(sys_days{date}.time_since_epoch() + hours{*hour}
                                     + minutes{*minute} + seconds{*second}
                                     + milliseconds{fraction.value_or(0)})
    .count();
}

/// In the wanted zone; what cannot be read stays as it is.
std::string shown_time(const std::string& text, const LogStyle& style) {
  const auto time = parse_time(text);
  if (!time)
    return text;
  const auto& zone = style.time.zone;
  const std::chrono::seconds ahead =
    style.time.utc || !zone ? std::chrono::seconds{0} : zone(*time);
  const std::chrono::sys_time<std::chrono::milliseconds> local{std::chrono::milliseconds{*time}
                                                               + ahead};
  const auto day = std::chrono::floor<std::chrono::days>(local);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{local - day};
  std::array<char, 64> shown{};
  int size = 0;
  if (style.date)
    size =
      std::snprintf(shown.data(), shown.size(), "%04d-%02u-%02u ", static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  std::string out(shown.data(), static_cast<std::size_t>(size));
  size = std::snprintf(
    shown.data(), shown.size(), "%02d:%02d:%02d", static_cast<int>(clock.hours().count()),
    static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  out.append(shown.data(), static_cast<std::size_t>(size));
  if (!style.milliseconds && text.find('.') == std::string::npos)
    return out;
  size = std::snprintf(shown.data(), shown.size(), ".%03d",
                       static_cast<int>(clock.subseconds().count()));
  return out.append(shown.data(), static_cast<std::size_t>(size));
}

std::string_view colour_of_level(std::string_view level) {
  if (level == "ERROR")
    return "\x1b[31m";
  if (level == "WARNING")
    return "\x1b[33m";
  return level == "DEBUG" || level == "TRACE" ? "\x1b[90m" : "";
}

/// A level with its colour, if it has one and colours are wanted.
std::string painted(const std::string& level, const LogStyle& style) {
  const std::string_view colour = style.colour ? colour_of_level(level) : "";
  return colour.empty() ? level : std::string(colour) + level + "\x1b[0m";
}

std::string to_json(const LogLine& line) {
  render::Document document = render::Document::map();
  document.add("timestamp", line.time)
    .add("entity", line.entity)
    .add_text("level", line.level)
    .add("module", module_of(line))
    .add("message", line.text);
  return render::to_json(document);
}

} // namespace

std::string module_of(const LogLine& line) {
  std::string module =
    line.entity.starts_with("unit-") ? "unit." + unit_of(line.entity) : line.entity;
  return line.source.empty() ? module : module + "." + line.source;
}

std::string to_text(const LogLine& line, const LogStyle& style) {
  if (style.json)
    return to_json(line);
  std::string text = render::escaped(line.entity) + ": ";
  if (!line.time.empty())
    text += render::escaped(shown_time(line.time, style)) + " ";
  if (!line.level.empty()) // one of five words
    text += painted(line.level, style) + " " + render::escaped(module_of(line)) + " ";
  return text + render::escaped(line.text) + "\n";
}

} // namespace orrery::cmd
