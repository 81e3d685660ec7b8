#include "cmd/conditions/condition.hpp"
#include "cmd/conditions/selector.hpp"
#include "cmd/console/parser.hpp"
#include "test/fuzz/target.hpp"

#include <algorithm>
#include <string>
#include <vector>

/// The console's language: choice(1), then a script, a selector or a condition.
namespace orrery::fuzz {
namespace {

/// Every error points into the text, at a place that is there.
void check_place(std::string_view text, const cmd::console::Position& at) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  demand(at.line >= 1 && at.line <= lines && at.column >= 1, "an error at no place of the script");
}

void feed_script(std::string_view text) {
  const auto block = cmd::console::parse(text);
  if (block) {
    for (const auto& statement : *block)
      demand(!statement.words.empty(), "a statement without words");
    return;
  }
  check_place(text, block.error().at);
  const cmd::console::Source source{"script", std::string(text)};
  demand(!describe(source, block.error().at, block.error().text).empty(), "an error without words");
}

void feed_selector(std::string_view text) {
  const auto selector = cmd::console::parse_selector(text);
  demand(selector.has_value() || !selector.error().empty(), "an error without words");
  if (selector)
    demand(selector->select(store::Contents{}).empty(), "something selected from nothing");
}

void feed_condition(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    words.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  const auto condition = cmd::console::Condition::parse(words, 0, words.size());
  if (condition)
    (void)condition->look(store::Contents{}, "/nonexistent");
}

} // namespace

void feed(std::string_view bytes) {
  const auto [which, rest] = choose(bytes, 3);
  if (which == 0)
    feed_script(rest);
  else if (which == 1)
    feed_selector(rest);
  else
    feed_condition(rest);
}

} // namespace orrery::fuzz
