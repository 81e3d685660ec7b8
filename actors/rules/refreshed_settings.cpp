#include "actors/rules/refreshed_settings.hpp"

#include "actors/rules/option_kinds.hpp"
#include "config/charm.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

namespace orrery::rules {

namespace {

using store::OptionType;

bool is_text(OptionType type) {
  return type == OptionType::String || type == OptionType::Secret;
}

bool may_become(OptionType before, OptionType after) {
  return before == after || is_text(before)
         || (before == OptionType::Int && after == OptionType::Float);
}

/// The digits' base, as in Go's literals; takes their prefix away.
int take_base(std::string_view& digits) {
  if (digits.size() < 2 || digits.front() != '0')
    return 10;
  const char letter = digits[1];
  const int base = letter == 'x' || letter == 'X' ? 16 : letter == 'b' || letter == 'B' ? 2 : 8;
  digits.remove_prefix(base == 8 && letter != 'o' && letter != 'O' ? 1 : 2);
  return base;
}

/// A whole number as texts may write it: `5`, `-0x10`, `0o17`.
std::optional<std::string> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  const int base = take_base(text);
  const std::string digits = (negative ? "-" : "") + std::string(text);
  std::int64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  if (text.empty() || text.front() == '-' || error != std::errc() || stop != end)
    return std::nullopt;
  return std::to_string(number);
}

std::optional<std::string>
read_as(const std::string& name, OptionType type, OptionType before, const std::string& text) {
  std::string written = text;
  if (type == OptionType::Int && is_text(before)) {
    const std::optional<std::string> number = whole_number(text);
    if (!number)
      return std::nullopt;
    written = *number;
  }
  const config::Result<std::string> value =
    config::canonical_option(name, option_kind(type), written);
  return value ? std::optional(*value) : std::nullopt;
}

} // namespace

store::Settings refreshed_settings(const store::Settings& values,
                                   const store::Charm& before,
                                   const store::Charm& after) {
  store::Settings kept;
  for (const auto& [name, text] : values) {
    const auto was = before.options.find(name);
    const auto is = after.options.find(name);
    if (was == before.options.end() || is == after.options.end()
        || !may_become(was->second.type, is->second.type))
      continue;
    if (const auto value = read_as(name, is->second.type, was->second.type, text))
      kept[name] = *value;
  }
  return kept;
}

} // namespace orrery::rules
