#include "cmd/simulate/story.hpp"

#include "cmd/simulate/words.hpp"

#include <fmt/format.h>

namespace orrery::simulate {

namespace {

/// Each circumstance by its name, for who reads and who writes.
template <class Story, class Visit>
void for_each_circumstance(Story& story, const Visit& visit) {
  visit("seed", story.seed);
  visit("history-kept", story.circumstances.history_kept);
  visit("idle-agents", story.circumstances.idle_agents);
  visit("most-beginning", story.circumstances.most_beginning);
  visit("secrets-used", story.circumstances.secrets_used);
  visit("hook-fails", story.circumstances.rates.hook_fails);
  visit("hook-hangs", story.circumstances.rates.hook_hangs);
  visit("hook-leaves-programs", story.circumstances.rates.hook_leaves_programs);
  visit("task-fails", story.circumstances.rates.task_fails);
  visit("task-is-slow", story.circumstances.rates.task_is_slow);
}

/// @returns what is wrong with the line; empty if nothing is
std::string take_line(Story& story, const std::string& line) {
  LineWords words(line);
  const std::string_view first = words.next();
  bool is_circumstance = false, is_number = false;
  for_each_circumstance(story, [&](const char* name, auto& value) {
    if (first != name)
      return;
    is_circumstance = true;
    const auto number = words.number<std::decay_t<decltype(value)>>();
    is_number = number && words.at_end();
    value = number.value_or(0);
  });
  if (is_circumstance)
    return is_number ? "" : fmt::format("one whole number is wanted after {}", first);
  if (words.take("is") && words.take("below")) {
    story.principals[std::string(first)] = words.next();
    return words.at_end() ? "" : "one unit is wanted after \"is below\"";
  }
  auto step = step_of(line);
  if (!step)
    return step.error();
  story.steps.push_back(std::move(*step));
  return "";
}

} // namespace

std::string to_text(const Story& story) {
  std::string text;
  for_each_circumstance(story, [&](const char* name, const auto& value) {
    text += fmt::format("{} {}\n", name, value);
  });
  std::string steps;
  for (const Step& step : story.steps)
    steps += to_text(step) + "\n";
  for (const auto& [subordinate, principal] : story.principals)
    if (steps.find(" " + subordinate) != std::string::npos)
      text += fmt::format("{} is below {}\n", subordinate, principal);
  return text + steps;
}

tl::expected<Story, std::string> read_story(std::istream& text) {
  Story story;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.find_first_not_of(' ') == std::string::npos || line.starts_with('#'))
      continue;
    if (const std::string wrong = take_line(story, line); !wrong.empty())
      return tl::unexpected(fmt::format("line {}: {}", number, wrong));
  }
  return story;
}

} // namespace orrery::simulate
