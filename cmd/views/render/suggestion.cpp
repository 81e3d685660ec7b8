#include "cmd/views/render/suggestion.hpp"

#include "config/edit_distance.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery::cmd {

namespace {

/// The shortest candidate that goes on after `word`, as `status` does after `stat`.
std::string abbreviated(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t least = 3; // letters that tell what is meant
  std::string best;
  for (const auto& candidate : candidates)
    if (word.size() >= least && candidate.starts_with(word)
        && (best.empty() || candidate.size() < best.size()))
      best = candidate;
  return best;
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64; // nobody mistypes more than that, and the work is quadratic
  if (word.empty() || word.size() > longest)
    return {};
  std::string best;
  auto best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto longer = std::max(word.size(), candidate.size());
    const auto shorter = std::min(word.size(), candidate.size());
    if (longer - shorter >= best_distance)
      continue; // each letter that is missing is a step
    if (const auto steps = config::edit_distance(word, candidate); steps < best_distance) {
      best_distance = steps;
      best = candidate;
    }
  }
  return best.empty() ? abbreviated(word, candidates) : best;
}

std::string nearest_hint(std::string_view word, const std::vector<std::string>& candidates) {
  const auto best = nearest(word, candidates);
  return best.empty() ? std::string{} : "; did you mean \"" + best + "\"?";
}

std::string nearest_or_all(std::string_view word, const std::vector<std::string>& candidates) {
  auto text = nearest_hint(word, candidates);
  if (!text.empty() || candidates.empty())
    return text;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    text += (i == 0 ? ": write " : i + 1 < candidates.size() ? ", " : " or ") + candidates[i];
  return text;
}

} // namespace orrery::cmd
