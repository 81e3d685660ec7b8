#include "config/storage_directive.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace orrery::config {

namespace {

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// `^[a-zA-Z]+[-?a-zA-Z0-9]*$`
bool is_pool(std::string_view field) {
  return !field.empty() && is_letter(field.front())
         && std::all_of(field.begin(), field.end(), [](char c) {
              return is_letter(c) || is_decimal(c) || c == '-' || c == '?';
            });
}

/// `^-?[0-9]+$`
bool is_count(std::string_view field) {
  if (field.starts_with('-'))
    field.remove_prefix(1);
  return !field.empty() && std::all_of(field.begin(), field.end(), is_decimal);
}

std::string in_marks(std::string_view text) {
  return '"' + std::string(text) + '"';
}

/// One directive as far as it has been read.
struct DirectiveReading {
  StorageDirectiveText directive;
  bool has_pool = false;
  bool has_count = false;
  bool has_size = false;

  /// @returns an error's text; empty if there is none.
  std::string take(std::string_view field) {
    if (is_pool(field))
      return take_pool(field);
    if (is_count(field))
      return take_count(field);
    if (const auto size = parse_storage_size(field))
      return take_size(field, *size);
    return "unrecognized storage constraint " + in_marks(field) + " not valid";
  }

private:
  std::string take_pool(std::string_view field) {
    if (has_pool)
      return "pool name is already set to " + in_marks(directive.pool) + ", new value "
             + in_marks(field) + " not valid";
    has_pool = true;
    directive.pool = field;
    return {};
  }
  std::string take_count(std::string_view field) {
    std::uint32_t count = 0;
    const auto read = std::from_chars(field.data(), field.data() + field.size(), count);
    if (read.ec != std::errc{} || count == 0)
      return "parsing storage count: count must be greater than zero, got " + in_marks(field);
    if (has_count)
      return "storage instance count is already set to " + std::to_string(directive.count)
             + ", new value " + std::to_string(count) + " not valid";
    has_count = true;
    directive.count = count;
    return {};
  }
  std::string take_size(std::string_view field, std::uint64_t size) {
    if (has_size)
      return "storage size is already set to " + std::to_string(directive.size_mib) + ", new value "
             + std::string(field) + " not valid";
    if (size == 0)
      return "storage size must be greater than zero, got " + in_marks(field);
    has_size = true;
    directive.size_mib = size;
    return {};
  }
};

} // namespace

std::optional<std::string> why_no_storage_pool(std::string_view pool) {
  if (pool.empty() || pool == only_storage_pool)
    return std::nullopt;
  const std::string named = "pool \"" + std::string(pool) + "\"";
  if (pool == "tmpfs" || pool == "loop")
    return named + " is not offered here: rootfs is the only one, and keeps data for good";
  return named + " not found";
}

std::optional<std::uint64_t> parse_storage_size(std::string_view text) {
  for (const std::string_view end : {"iB", "B"})
    if (text.ends_with(end)) {
      text.remove_suffix(end.size());
      break;
    }
  constexpr std::string_view letters = "MGTPEZY";
  const auto power = text.empty() ? std::string_view::npos : letters.find(text.back());
  if (power == std::string_view::npos)
    return std::nullopt;
  text.remove_suffix(1);
  const auto dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view part = dot == std::string_view::npos ? "0" : text.substr(dot + 1);
  constexpr std::size_t most_digits = 15; // exact as a double
  const auto are_digits = [](std::string_view digits) {
    return !digits.empty() && digits.size() <= most_digits
           && std::all_of(digits.begin(), digits.end(), is_decimal);
  };
  if (!are_digits(whole) || !are_digits(part))
    return std::nullopt;
  std::uint64_t units = 0;
  std::from_chars(whole.data(), whole.data() + whole.size(), units);
  constexpr unsigned bits_of_step = 10;
  const unsigned shift = bits_of_step * static_cast<unsigned>(power);
  if (shift >= 63 || units > (std::numeric_limits<std::uint64_t>::max() >> (shift + 1)))
    return std::nullopt;
  long double fraction = 0;
  for (auto digit = part.rbegin(); digit != part.rend(); ++digit)
    fraction = (fraction + static_cast<long double>(*digit - '0')) / 10;
  const long double rest = fraction * static_cast<long double>(std::uint64_t{1} << shift);
  const auto down = static_cast<std::uint64_t>(rest);
  return (units << shift) + down + (rest > static_cast<long double>(down) ? 1 : 0);
}

tl::expected<StorageDirectiveText, std::string> parse_storage_directive(std::string_view text) {
  DirectiveReading reading;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const std::string_view field = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    if (field.empty())
      continue;
    if (auto wrong = reading.take(field); !wrong.empty())
      return tl::unexpected(std::move(wrong));
  }
  if (!reading.has_pool && !reading.has_count && !reading.has_size)
    return tl::unexpected(
      std::string("storage constraints require at least one field to be specified"));
  return std::move(reading.directive);
}

tl::expected<std::pair<std::string, StorageDirectiveText>, std::string>
parse_named_directive(std::string_view text, bool bare) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos && bare && !text.empty())
    return std::pair{std::string(text), StorageDirectiveText{}};
  if (equals == std::string_view::npos || equals == 0)
    return tl::unexpected(std::string("expected <store>=<constraints>, got ") + in_marks(text));
  auto read = parse_storage_directive(text.substr(equals + 1));
  if (!read)
    return tl::unexpected("cannot parse disk constraints: " + read.error());
  return std::pair{std::string(text.substr(0, equals)), std::move(*read)};
}

} // namespace orrery::config
