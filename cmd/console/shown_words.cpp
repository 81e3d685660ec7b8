#include "cmd/console/shown_words.hpp"

#include <algorithm>
#include <array>

namespace orrery::cmd::console {

namespace {

constexpr std::array<std::string_view, 3> giving{"add-secret", "update-secret", "register"};

bool gives_secret(std::string_view verb) {
  return std::find(giving.begin(), giving.end(), verb) != giving.end();
}

} // namespace

std::vector<std::string> shown_words(std::vector<std::string> words) {
  const bool has_program = !words.empty() && (words[0] == "orrery" || words[0] == "juju");
  const std::size_t verb = has_program ? 1 : 0;
  if (words.size() <= verb || !gives_secret(words[verb]))
    return words;
  for (std::size_t i = verb + 1; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (words[verb] == "register" && !words[i].starts_with('-'))
      words[i] = "...";
    else if (equals != std::string::npos && !words[i].starts_with('-'))
      words[i].replace(equals + 1, std::string::npos, "...");
  }
  return words;
}

bool may_give_secrets(std::string_view line) {
  return std::any_of(giving.begin(), giving.end(), [line](std::string_view verb) {
    return line.find(verb) != std::string_view::npos;
  });
}

} // namespace orrery::cmd::console
