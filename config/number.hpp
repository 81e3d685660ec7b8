#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace orrery::config {

/// Reads a number that is all of a text, written as std::from_chars takes it: decimal, without
/// blanks or a leading plus.
///
/// @returns nothing for any other text, and for what the type cannot hold
template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc{} && read.ptr == end ? std::optional{number} : std::nullopt;
}

} // namespace orrery::config
