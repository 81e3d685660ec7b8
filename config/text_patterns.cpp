#include "config/text_patterns.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::config {

namespace {

constexpr std::size_t countless = std::size_t{1} << 30;

/// Counts a pattern's steps from left to right. A text that is no pattern gets some number.
class StepCount {
public:
  explicit StepCount(std::string_view pattern) : rest_(pattern) {}

  tl::expected<std::size_t, std::string> all() {
    while (!rest_.empty() && fault_.empty())
      take();
    if (!fault_.empty())
      return tl::unexpected(fault_);
    std::size_t steps = 0;
    for (const Group& group : open_)
      steps += group.steps + group.last;
    return steps;
  }

private:
  struct Group {
    std::size_t steps = 0;
    std::size_t last = 0; ///< Of what a repetition that follows would repeat; not in `steps` yet.
  };

  void take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '(')
      open();
    else if (c == ')' && open_.size() > 1)
      close();
    else if (c == '*' || c == '+' || c == '?')
      ++open_.back().last;
    else if (c == '{')
      repeat();
    else
      one(c);
  }

  void open() {
    if (rest_.starts_with("?=") || rest_.starts_with("?!"))
      fault_ = "it looks ahead (" + std::string(rest_.substr(0, 2)) + ")";
    if (rest_.starts_with("?:"))
      rest_.remove_prefix(2);
    open_.push_back({});
  }

  void close() {
    const Group group = open_.back();
    open_.pop_back();
    next(group.steps + group.last + 1);
  }

  void next(std::size_t steps) {
    Group& group = open_.back();
    group.steps = std::min(group.steps + group.last, countless);
    group.last = std::min(steps, countless);
  }

  /// `{3}`, `{3,}` or `{3,5}`, the brace of which is taken.
  void repeat() {
    std::size_t times = 1;
    const std::size_t end = std::min(rest_.find('}'), rest_.size());
    for (std::string_view numbers = rest_.substr(0, end); !numbers.empty();) {
      std::size_t number = 0;
      const auto read = std::from_chars(numbers.data(), numbers.data() + numbers.size(), number);
      if (read.ec == std::errc::result_out_of_range)
        number = countless;
      times = std::max(times, std::min(number, countless));
      const std::size_t comma = numbers.find(',');
      numbers.remove_prefix(comma < numbers.size() ? comma + 1 : numbers.size());
    }
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    std::size_t& last = open_.back().last;
    last = last + 1 > countless / times ? countless : (last + 1) * times;
  }

  /// A character, an escaped one, or a class.
  void one(char c) {
    if (c == '\\' && !rest_.empty()) {
      if (rest_.front() >= '1' && rest_.front() <= '9')
        fault_ = "it refers to a group (\\" + std::string(1, rest_.front()) + ")";
      rest_.remove_prefix(1);
    } else if (c == '[') {
      skip_class();
    }
    next(1);
  }

  /// Never skips more than a class is, so that nothing is hidden in one.
  void skip_class() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(c == '\\' && rest_.size() > 1 ? 2 : 1);
      if (c == ']')
        return;
    }
  }

  std::string_view rest_;
  std::string fault_;
  std::vector<Group> open_{Group{}};
};

} // namespace

tl::expected<std::size_t, std::string> pattern_size(std::string_view pattern) {
  auto steps = StepCount(pattern).all();
  if (!steps)
    return tl::unexpected("the pattern " + std::string(pattern)
                          + " cannot be taken: " + steps.error());
  return steps;
}

tl::expected<std::regex, std::string> linear_pattern(const std::string& pattern) {
  const auto steps = pattern_size(pattern);
  if (!steps)
    return tl::unexpected(steps.error());
  if (*steps > most_pattern_steps)
    return tl::unexpected("the pattern " + pattern.substr(0, 200) + " has more than "
                          + std::to_string(most_pattern_steps) + " steps");
  // Without groups, and with all ways tried at once rather than one after another.
  constexpr auto how = std::regex_constants::ECMAScript | std::regex_constants::nosubs
                       | std::regex_constants::__polynomial;
  try {
    static_cast<void>(std::regex(pattern, how)); // by itself, and not only with what is put around
    return std::regex("^[\\s\\S]*(?:" + pattern + ")", how);
  } catch (const std::regex_error& error) {
    return tl::unexpected("the pattern " + pattern + " cannot be read: " + error.what());
  }
}

} // namespace orrery::config
