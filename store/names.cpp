#include "store/names.hpp"

#include "config/number.hpp"

#include <algorithm>
#include <limits>

namespace orrery::store {

namespace {

// <cctype> asks the locale; names are ASCII whatever the locale.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const auto digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

/// Less than, equal to or greater than zero, as numbers of any length; equal numbers are told apart
/// by their zeros.
int compare_digits(std::string_view left, std::string_view right) {
  const auto bare = [](std::string_view digits) {
    const auto first = digits.find_first_not_of('0');
    return first == std::string_view::npos ? std::string_view{} : digits.substr(first);
  };
  const auto left_bare = bare(left);
  const auto right_bare = bare(right);
  if (left_bare.size() != right_bare.size())
    return left_bare.size() < right_bare.size() ? -1 : 1;
  return left_bare.compare(right_bare);
}

} // namespace

bool is_unit_name(std::string_view text) {
  const auto slash = text.find('/');
  return slash != std::string_view::npos && is_application_name(text.substr(0, slash))
         && parse_id(text.substr(slash + 1)).has_value();
}

bool is_storage_id(std::string_view text) {
  const auto slash = text.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < text.size()
         && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == slash
         && text.find_first_not_of("0123456789", slash + 1) == std::string_view::npos;
}

std::optional<UnitParts> split_unit(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || !is_application_name(text.substr(0, slash)))
    return std::nullopt;
  const auto number = parse_id(text.substr(slash + 1));
  if (!number)
    return std::nullopt;
  return UnitParts{std::string(text.substr(0, slash)), *number};
}

std::string_view application_of(std::string_view unit) {
  return unit.substr(0, unit.find('/'));
}

std::string unit_name(std::string_view application, std::uint32_t number) {
  std::string name(application);
  name += '/';
  name += std::to_string(number);
  return name;
}

std::optional<std::uint32_t> parse_id(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text.front() == '0'))
    return std::nullopt;
  const auto number = config::parse_number<std::uint32_t>(text);
  // The largest number is kept free, so that "the next one" always exists.
  return number != std::numeric_limits<std::uint32_t>::max() ? number : std::nullopt;
}

bool natural_less(std::string_view left, std::string_view right) {
  const auto whole_left = left;
  const auto whole_right = right;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      if (const int order = compare_digits(take_digits(left), take_digits(right)); order != 0)
        return order < 0;
      continue;
    }
    if (left.front() != right.front())
      return static_cast<unsigned char>(left.front()) < static_cast<unsigned char>(right.front());
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  if (left.empty() != right.empty())
    return left.empty();
  return whole_left
         < whole_right; // `a01` and `a1` are different names: some order must tell them apart
}

} // namespace orrery::store
