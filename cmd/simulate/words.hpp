#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::simulate {

/// Takes a line of a story apart, word after word.
class LineWords {
public:
  explicit LineWords(std::string_view line) : left_(line) {}

  /// The next word; empty where there is none.
  std::string_view next() {
    while (left_.starts_with(' '))
      left_.remove_prefix(1);
    const std::string_view word = left_.substr(0, left_.find(' '));
    left_.remove_prefix(word.size());
    return word;
  }
  /// Takes the next word if it is this one.
  bool take(std::string_view word) {
    LineWords ahead = *this;
    if (ahead.next() != word)
      return false;
    *this = ahead;
    return true;
  }
  /// The next word as a whole number; nothing where it is none.
  template <class Number>
  std::optional<Number> number() {
    const std::string_view word = next();
    Number value{};
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    return !word.empty() && fault == std::errc{} && end == word.data() + word.size()
             ? std::optional(value)
             : std::nullopt;
  }
  /// All that is left, without leading blanks.
  std::string rest() {
    while (left_.starts_with(' '))
      left_.remove_prefix(1);
    return std::string(std::exchange(left_, {}));
  }
  [[nodiscard]] bool at_end() const { return left_.find_first_not_of(' ') == left_.npos; }

private:
  std::string_view left_;
};

} // namespace orrery::simulate
